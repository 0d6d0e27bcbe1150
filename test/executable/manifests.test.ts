import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { archiveFiles } from '../../scripts/package/contents.mjs';
import { archPackage, wingetManifests } from '../../scripts/package/manifests.mjs';
import { publishedManifest } from '../../scripts/package/registry-archive.mjs';

const { version } = manifest;
const sha256 = 'ab'.repeat(32);
const parts = { executable: '/dev/null', licenses: '' };

test('the manifests for winget name one package, and the program in its archive', async () => {
  const files = wingetManifests({ target: 'windows-x64', sha256 });
  const id = 'Waybill.Waybill';
  expect(Object.keys(files)).toEqual(
    ['', '.installer', '.locale.en-US'].map((part) => `${id}${part}.yaml`),
  );
  const parsed = Object.values(files).map((text) => parse(text));
  for (const one of parsed)
    expect(one).toMatchObject({ PackageIdentifier: id, PackageVersion: version });
  const [, { NestedInstallerFiles: inside, Installers }] = parsed;
  const root = `waybill-${version}-windows-x64`;
  const paths = (await archiveFiles(root, { ...parts, name: 'waybill.exe' })).map(
    ({ path }) => path,
  );
  expect(paths).toContain(inside[0].RelativeFilePath.replaceAll('\\', '/'));
  expect(Installers).toEqual([
    {
      Architecture: 'x64',
      InstallerUrl: expect.stringMatching(new RegExp(`^https://.*/${root}\\.zip$`)),
      InstallerSha256: sha256.toUpperCase(),
    },
  ]);
});

test('the PKGBUILD installs what is in the archive', async () => {
  const text = archPackage(['linux-x64', 'linux-arm64'].map((target) => ({ target, sha256 })));
  const folder = mkdtempSync(join(tmpdir(), 'waybill-arch-'));
  const root = `waybill-${version}-linux-x64`;
  const script = `srcdir='${folder}/src' pkgdir='${folder}/pkg'; . '${folder}/PKGBUILD'; package
    cd "$pkgdir" && find . -type f | sort; echo "$source_x86_64 $sha256sums_aarch64"`;
  writeFileSync(join(folder, 'PKGBUILD'), text);
  for (const { path } of await archiveFiles(root, { ...parts, name: 'waybill' })) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true });
    writeFileSync(join(folder, 'src', path), '');
  }
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-euc', script], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr).toBe('');
  for (const installed of [
    './usr/bin/waybill\n',
    './usr/share/man/man1/waybill.1\n',
    './usr/share/zsh/site-functions/_waybill\n',
    './usr/share/licenses/waybill-bin/THIRD-PARTY-LICENSES.txt\n',
    `${root}.tar.xz ${sha256}\n`,
  ])
    expect(stdout).toContain(installed);
});

test.each([
  [
    'https://host.example/dana/waybill/releases/download/v1',
    'git+https://host.example/dana/waybill.git',
  ],
  ['https://waybill.example/releases/1', undefined],
])('a release at %s is of the repository %s', (address, url) => {
  expect(publishedManifest(manifest, address).repository?.url).toBe(url);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { readerPages } from '../../scripts/package/pages.mjs';
import { projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';

/* The output of `npm run package`. Skipped if nothing was packaged; the full tier requires it. */
const release = join(projectFolder, 'release');
const { version } = manifest;
const nameFor = (target: string) => `waybill-${version}-${target}`;
const missing = missingPrograms('executable');
const mayMount = spawnSync('unshare', ['-m', 'true']).status === 0;
const scratch = mkdtempSync(join(tmpdir(), 'waybill-release-'));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Expected {
  readonly archive: string;
  /** The first bytes of the file, and where it names its processor. */
  readonly magic: string;
  readonly machine: readonly [at: number, value: number];
  /** Packages of native libraries. */
  readonly libraries: readonly string[];
}

const elf = '7f454c4602';
const targets: Readonly<Record<string, Expected>> = {
  'linux-x64/waybill': {
    archive: 'linux-x64.tar.xz',
    magic: elf,
    machine: [18, 0x3e],
    libraries: ['@libsql/linux-x64-gnu', '@napi-rs/keyring-linux-x64-gnu'],
  },
  'linux-arm64/waybill': {
    archive: 'linux-arm64.tar.xz',
    magic: elf,
    machine: [18, 0xb7],
    libraries: ['@libsql/linux-arm64-gnu', '@napi-rs/keyring-linux-arm64-gnu'],
  },
  'macos-arm64/waybill': {
    archive: 'macos-arm64.tar.xz',
    magic: 'cffaedfe',
    machine: [4, 0x0c],
    libraries: ['@libsql/darwin-arm64', '@napi-rs/keyring-darwin-arm64'],
  },
  'windows-x64/waybill.exe': {
    archive: 'windows-x64.zip',
    magic: '4d5a',
    machine: [0, 0x4d],
    libraries: ['@libsql/win32-x64-msvc', '@napi-rs/keyring-win32-x64-msvc'],
  },
};

/** The one native library of a package fetched for the target. */
function libraryOf(name: string): Buffer {
  const packages = join(projectFolder, 'node_modules/.cache/packages');
  const folder = readdirSync(packages).find((one) => one.startsWith(`${name.replace('/', '+')}-`));
  const files = readdirSync(join(packages, folder ?? name)).filter((one) => one.endsWith('.node'));
  return readFileSync(join(packages, folder ?? name, files[0] ?? ''));
}

const listOf = (archive: string) =>
  execFileSync(
    archive.endsWith('.zip') ? 'zipinfo' : 'tar',
    archive.endsWith('.zip') ? ['-1', archive] : ['-tf', archive],
    { encoding: 'utf8' },
  )
    .trim()
    .split('\n');

describe.skipIf(missing.length > 0)('a release', () => {
  describe.each(Object.entries(targets))('%s', (path, { archive, magic, machine, libraries }) => {
    const executable = missing.length > 0 ? Buffer.alloc(0) : readFileSync(join(release, path));

    test('is a program for its platform, of at most 142 MB, packed of at most 45', () => {
      expect(executable.subarray(0, magic.length / 2).toString('hex')).toBe(magic);
      expect(executable[machine[0]]).toBe(machine[1]);
      expect(executable.length).toBeLessThan(142e6);
      if (!archive.endsWith('.zip'))
        expect(statSync(join(release, nameFor(archive))).size).toBeLessThan(45e6);
    });

    test.each(libraries)('carries %s, byte for byte', (name) => {
      expect(executable.includes(libraryOf(name))).toBe(true);
    });

    test('unpacks to the folder and the file that the README names, as they were tested', () => {
      const file = join(release, nameFor(archive));
      const to = mkdtempSync(join(scratch, 'unpacked-'));
      const [unpack, words] = archive.endsWith('.zip')
        ? ['unzip', ['-q', file, '-d', to]]
        : ['tar', ['-xf', file, '-C', to]];
      execFileSync(unpack, words);
      const folder = nameFor(path.replace(/\/.*/, ''));
      const unpacked = readFileSync(join(to, folder, path.replace(/.*\//, '')));
      expect(unpacked.equals(executable)).toBe(true);
      rmSync(to, { recursive: true });
      const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8').replaceAll('\\', '/');
      if (path.includes('x64')) expect(readme).toContain(path.replace(/^[^/]+/, folder));
    });

    test('contains no path of the machine that built it', () => {
      expect(executable.includes(Buffer.from(projectFolder))).toBe(false);
    });

    test('is in its archive with pages, completions and licenses, and nothing else', async () => {
      const root = archive.replace(/\.(tar\.xz|zip)$/, '');
      const files = listOf(join(release, nameFor(archive))).map((file) =>
        file.replace(`${nameFor(root)}/`, ''),
      );
      const documents = ['man', 'completions', 'schemas'].flatMap((folder) =>
        readdirSync(join(projectFolder, folder)).map((name) => `${folder}/${name}`),
      );
      const others = ['LICENSE', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt'];
      if (path.endsWith('.exe')) others.push('START-HERE.txt');
      const pages = (await readerPages()).map((page) => page.path);
      const skill = 'skills/waybill/SKILL.md';
      const program = path.replace(/.*\//, '');
      expect(files.filter((file) => file !== '' && !file.endsWith('/')).sort()).toEqual(
        [program, ...others, skill, ...documents, ...pages].sort(),
      );
    });
  });

  test('every page of the macOS executable matches the hash in its signature', async () => {
    const { checkSignature } = await import('../../scripts/package/macho-signature.mjs');
    const file = readFileSync(join(release, 'macos-arm64/waybill'));
    const { pages, wrong } = checkSignature(file);
    expect(pages).toBeGreaterThan(20_000);
    expect(wrong).toEqual([]);
    file.writeUInt8(file.readUInt8(50_000_000) ^ 1, 50_000_000);
    expect(checkSignature(file).wrong).toHaveLength(1);
  });

  test('SHA256SUMS lists every file with its sum', () => {
    const lines = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n');
    const sums = new Map(lines.map((line) => line.split('  ').reverse() as [string, string]));
    const files = readdirSync(release).filter(
      (name) => statSync(join(release, name)).isFile() && name !== 'SHA256SUMS',
    );
    expect([...sums.keys()].sort()).toEqual(files.sort());
    for (const [name, sum] of sums) {
      const found = createHash('sha256')
        .update(readFileSync(join(release, name)))
        .digest('hex');
      expect({ name, sum: found }).toEqual({ name, sum });
    }
  });

  test('formula and manifest have the sums of the archives, and offer only what was tested', () => {
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    const archivesIn = (file: string) => {
      const text = readFileSync(join(release, file), 'utf8');
      const names = [...text.matchAll(/waybill-[\w.-]+?\.(?:tar\.xz|zip)/g)].map(([name]) => name);
      const found = [...text.matchAll(/[0-9a-f]{64}/g)].map(([sum]) => sum);
      expect(found).toHaveLength(names.length);
      for (const [index, name] of names.entries())
        expect(sums).toContain(`${found[index]}  ${name}`);
      return names.map((name) => name.replace(`${nameFor('')}`, ''));
    };
    expect(archivesIn('waybill.rb')).toEqual(['linux-x64.tar.xz', 'linux-arm64.tar.xz']);
    expect(archivesIn('waybill-experimental.rb')).toEqual(['macos-arm64.tar.xz']);
    expect(archivesIn('waybill.json')).toEqual(['windows-x64.zip']);
  });

  test('the manifest for Scoop says only what Scoop knows, and names what is in the archive', () => {
    const found = JSON.parse(readFileSync(join(release, 'waybill.json'), 'utf8'));
    const https = expect.stringMatching(/^https:\/\/\S+$/);
    expect(found).toEqual({
      version: expect.stringMatching(/^[\w.+-]+$/),
      description: expect.any(String),
      homepage: https,
      license: 'MIT',
      notes: expect.any(String),
      architecture: {
        '64bit': {
          url: https,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          extract_dir: nameFor('windows-x64'),
        },
      },
      bin: 'waybill.exe',
    });
    const { extract_dir: folder } = found.architecture['64bit'];
    const files = listOf(join(release, `${nameFor('windows-x64')}.zip`));
    expect(files).toContain(`${folder}/${found.bin}`);
    expect(files.filter((file) => !file.startsWith(`${folder}/`))).toEqual([]);
  });

  test('a bill of materials lists the packages of the module graph, libraries and runtime', async () => {
    const { bundleExecutable } = await import('../../scripts/package/bundle-executable.mjs');
    const modules = await bundleExecutable(join(scratch, 'bundle'));
    const bundled = new Set(
      modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []),
    );
    expect(bundled.size).toBeGreaterThan(20);
    for (const [path, { libraries }] of Object.entries(targets)) {
      const file = `${nameFor(path.replace(/\/.*/, ''))}.cdx.json`;
      const bill = JSON.parse(readFileSync(join(release, file), 'utf8')) as {
        components: { name: string; version: string; type: string }[];
      };
      const listed = bill.components.filter(({ type }) => type === 'library');
      expect(new Set(listed.map(({ name }) => name))).toEqual(new Set([...bundled, ...libraries]));
      const [runtime] = bill.components.filter(({ type }) => type === 'platform');
      expect(runtime?.version).toBe(manifest.devDependencies.bun);
    }
  });
});

describe.skipIf(missing.length > 0)('install.sh', () => {
  const archive = `${nameFor('linux-x64')}.tar.xz`;
  const install = (releases: string, prefix: string) =>
    spawnSync('sh', [join(release, 'install.sh')], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: '/nonexistent',
        WAYBILL_RELEASES: releases,
        WAYBILL_PREFIX: prefix,
      },
    });

  test('installs an archive with the right sum, with its man pages', () => {
    const prefix = join(scratch, 'good');
    const { status, stderr } = install(release, prefix);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const said = execFileSync(join(prefix, 'bin/waybill'), ['--version'], { encoding: 'utf8' });
    expect(said).toBe(`${version}\n`);
    expect(existsSync(join(prefix, 'share/man/man1/waybill.1'))).toBe(true);
  });

  test('refuses a folder in its place', () => {
    const prefix = join(scratch, 'taken');
    mkdirSync(join(prefix, 'bin/waybill'), { recursive: true });
    expect(install(release, prefix)).toMatchObject({
      status: 1,
      stderr: `waybill was not installed: ${prefix}/bin/waybill is a folder\n`,
    });
  });

  test.skipIf(!mayMount)('leaves nothing on a disk that is full', () => {
    const prefix = join(scratch, 'full');
    mkdirSync(prefix);
    const script = `mount --make-rprivate / && mount -t tmpfs -o size=20m none "$0"
      WAYBILL_PREFIX="$0" sh "$1/install.sh"; echo "status $?"; ls -A "$0/bin"`;
    const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script, prefix, release], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, WAYBILL_RELEASES: release },
    });
    expect(stdout).toBe('status 1\n');
    expect(stderr).toContain('waybill was not installed: it could not be copied to ');
  });

  test('refuses an archive with a wrong sum, and leaves nothing behind', () => {
    const releases = mkdtempSync(join(scratch, 'changed-'));
    copyFileSync(join(release, 'SHA256SUMS'), join(releases, 'SHA256SUMS'));
    writeFileSync(join(releases, archive), 'something else');
    const prefix = join(scratch, 'bad');
    const { status, stderr } = install(releases, prefix);
    expect(status).toBe(1);
    expect(stderr).toContain(`${archive} has the checksum`);
    expect(existsSync(prefix)).toBe(false);
  });
});

describe.skipIf(missing.length > 0)('the package for Debian', () => {
  const debian = join(release, `waybill_${version}_amd64.deb`);

  test('contains the program, its pages and completions, all owned by root', () => {
    const lines = execFileSync('dpkg-deb', ['-c', debian], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.filter((line) => !line.includes(' root/root '))).toEqual([]);
    const files = lines.map((line) => line.replace(/.* \.\//, '/'));
    expect(files).toEqual(
      expect.arrayContaining([
        '/usr/bin/waybill',
        '/usr/share/man/man1/waybill.1.gz',
        '/usr/share/bash-completion/completions/waybill',
        '/usr/share/zsh/vendor-completions/_waybill',
        '/usr/share/fish/vendor_completions.d/waybill.fish',
        '/usr/share/doc/waybill/copyright',
      ]),
    );
  });
});

describe.skipIf(missing.length > 0)('the Linux executable by itself', () => {
  const folder = join(scratch, 'alone');
  const run = (words: readonly string[], env: Readonly<Record<string, string>>) =>
    spawnSync(join(folder, 'waybill'), words, { encoding: 'utf8', cwd: folder, env });

  test('works without Node, and unpacks its library where only its user can write', () => {
    execFileSync('mkdir', [folder]);
    copyFileSync(join(release, 'linux-x64/waybill'), join(folder, 'waybill'));
    const env = { PATH: '', HOME: folder, TMPDIR: '/nonexistent' };
    const { status, stdout } = run(['--sandbox', 'orders', 'list', '--json', '-q'], env);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(25);
    const native = join(folder, '.cache/waybill/native');
    expect(statSync(native).mode & 0o777).toBe(0o700);
    const [library = ''] = readdirSync(native);
    expect(library).toMatch(/^libsql-[0-9a-f]{16}\.node$/);
    const file = join(native, library);
    const intact = readFileSync(file);
    const damaged = Buffer.from(intact);
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 1;
    // A damaged file, and one that is something else, are not loaded but unpacked again.
    for (const content of [damaged, intact.subarray(0, -1), 'not a library']) {
      chmodSync(file, 0o600);
      writeFileSync(file, content);
      expect(run(['--sandbox', 'orders', 'list', '-q'], env).status).toBe(0);
      expect(readFileSync(file).equals(intact)).toBe(true);
    }
    // So is one that others could have written: its content proves nothing.
    chmodSync(file, 0o522);
    expect(run(['--sandbox', 'orders', 'list', '-q'], env).status).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o500);
  });

  test('if nothing can be unpacked: exit 14 that names the folder, and help works', () => {
    const env = { PATH: '', HOME: folder, XDG_CACHE_HOME: '/proc/nowhere' };
    const { status, stderr } = run(['--sandbox', 'orders', 'list'], env);
    expect(status).toBe(14);
    expect(stderr).toContain('/proc/nowhere/waybill/native');
    expect(stderr).toContain('XDG_CACHE_HOME');
    expect(run(['orders', 'list', '--help'], env).status).toBe(0);
  });

  test('refuses a folder that belongs to someone else', () => {
    if (process.getuid?.() !== 0) return;
    const cache = mkdtempSync(join(scratch, 'foreign-'));
    execFileSync('mkdir', ['-p', join(cache, 'waybill/native')]);
    execFileSync('chown', ['54321', join(cache, 'waybill/native')]);
    const { status, stderr } = run(['--sandbox', 'orders', 'list'], {
      HOME: folder,
      XDG_CACHE_HOME: cache,
    });
    expect(status).toBe(14);
    expect(stderr).toContain('belongs to user');
  });

  test('works where no code may be compiled as it runs, unless a variable steers its libraries', () => {
    const env = { HOME: folder, BUN_JSC_useJIT: '0' };
    const words = ['--sandbox', 'cards', 'list', '-q'];
    expect(run(words, env)).toMatchObject({ status: 0, stderr: '' });
    expect(run(words, { ...env, RUST_LOG: 'trace' })).toMatchObject({
      ...{ status: 2, stdout: '' },
      stderr: "Error: waybill can't run here with RUST_LOG set: unset it.\n",
    });
  });

  const words = ['--sandbox', 'orders', 'create', '--from-json', '-', '--date', 'today'];
  const dayIn = (TZ: string) => {
    const { stdout } = spawnSync(join(folder, 'waybill'), [...words, '--dry-run', '--json'], {
      encoding: 'utf8',
      env: { HOME: folder, TZ },
      input: readFileSync(join(projectFolder, 'examples/order.json')),
    });
    return JSON.parse(stdout)[0].body.orderDate;
  };

  test("counts days in the user's zone, however TZ names it", () => {
    // 26 hours lie between them, so it is never the same day.
    expect(dayIn('UTC+12') < dayIn('<+14>-14')).toBe(true);
  });

  test('knows the day in forty time zones', () => {
    const all = Intl.supportedValuesOf('timeZone');
    const zones = all.filter((_, index) => index % Math.floor(all.length / 40) === 0);
    expect(zones.length).toBeGreaterThanOrEqual(40);
    for (const zone of zones) {
      // The Canadian form is the one of ISO.
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
      const before = format.format();
      expect([before, format.format()], zone).toContain(dayIn(zone));
    }
  });

  test('reads nothing in the folder where it is run', () => {
    writeFileSync(join(folder, '.env'), 'WAYBILL_OUTPUT=json\n');
    writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./evil.js"]\n');
    writeFileSync(join(folder, 'evil.js'), 'console.log("evil")');
    const { stdout } = run(['--version'], { HOME: folder });
    expect(stdout).toBe(`${version}\n`);
    const listed = run(['--sandbox', 'cards', 'list', '-q'], { HOME: folder });
    expect(listed.stdout).not.toMatch(/^[[{]|evil/);
  });
});

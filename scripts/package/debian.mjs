// The package for Debian and its derivatives, made by dpkg-deb.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { documents, skill } from './contents.mjs';
import { readerPages } from './pages.mjs';
import { description, epoch, version } from './release.mjs';
import { staged } from './staging.mjs';

const run = promisify(execFile);

export const debianArchitectures = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

const maintainer = 'The waybill authors <maintainers@waybill.example>';

const completionPlaces = {
  'waybill.bash': 'usr/share/bash-completion/completions/waybill',
  'waybill.zsh': 'usr/share/zsh/vendor-completions/_waybill',
  'waybill.fish': 'usr/share/fish/vendor_completions.d/waybill.fish',
};

/** Only what the runtime in the executable causes. */
const overrides = `# The program and its libraries follow the runtime in the executable; stripping would remove them.
waybill: unstripped-binary-or-object [usr/bin/waybill]
# The runtime has other libraries linked in, because it is one file.
waybill: embedded-library *
# The runtime is not linked with Debian's build options.
waybill: hardening-no-pie [usr/bin/waybill]
waybill: hardening-no-relro [usr/bin/waybill]
`;

function control(architecture, kibibytes) {
  return `Package: waybill
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.18), libgcc-s1
Section: utils
Priority: optional
Homepage: https://waybill.example
Description: ${description.charAt(0).toLowerCase()}${description.slice(1)}
 waybill lists, creates and updates the orders and gift cards of an account of
 an order and shipment tracking service, uploads tracking numbers from
 spreadsheets, and reconciles payouts. It includes a sandbox with the whole
 service.
`;
}

function copyright(license) {
  const indented = license.trim().replace(/^/gm, ' ').replace(/^ $/gm, ' .');
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: waybill
Comment: The executable contains third-party software. Its licenses are in
 /usr/share/doc/waybill/THIRD-PARTY-LICENSES.txt.gz.

Files: *
Copyright: 2026 The waybill authors
License: MIT

License: MIT
${indented}
`;
}

/** Debian's changelog for this version; CHANGELOG.md has the details. */
function debianChangelog() {
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  return `waybill (${version}) unstable; urgency=medium

  * See CHANGELOG.md in the archives of this release.

 -- ${maintainer}  ${date}
`;
}

const packed = (text) => gzipSync(text, { level: 9 });

/** All files of the package, without what describes it to dpkg. */
export async function packageFiles({ executable, licenses }) {
  const { man, completions, schemas } = await documents();
  const pages = man.map(async (page) => ({
    path: `usr/share/man/man1/${basename(page)}.gz`,
    content: packed(await readFile(page)),
  }));
  const places = completions.flatMap((from) => {
    const path = completionPlaces[basename(from)];
    return path === undefined ? [] : [{ path, from }];
  });
  const texts = {
    'usr/share/doc/waybill/copyright': copyright(await readFile('LICENSE', 'utf8')),
    'usr/share/doc/waybill/THIRD-PARTY-LICENSES.txt.gz': packed(licenses),
    'usr/share/doc/waybill/changelog.gz': packed(debianChangelog()),
    'usr/share/lintian/overrides/waybill': overrides,
  };
  return [
    { path: 'usr/bin/waybill', from: executable, executable: true },
    ...(await Promise.all(pages)),
    ...places,
    ...[skill, ...schemas].map((from) => ({ path: `usr/share/waybill/${from}`, from })),
    ...Object.entries(texts).map(([path, content]) => ({ path, content })),
    ...(await readerPages()).map((page) => ({
      ...page,
      path: `usr/share/doc/waybill/${page.path}`,
    })),
  ];
}

const bytesOf = async ({ from, content }) =>
  from === undefined ? Buffer.from(content) : await readFile(from);

/** Writes the `.deb` for one executable. */
export async function makeDebianPackage(archive, { target, executable, licenses }) {
  const files = await packageFiles({ executable, licenses });
  const sums = await Promise.all(
    files.map(async (file) => {
      const bytes = await bytesOf(file);
      const md5 = createHash('md5').update(bytes).digest('hex');
      return { line: `${md5}  ${file.path}\n`, size: bytes.length };
    }),
  );
  const kibibytes = Math.ceil(sums.reduce((total, { size }) => total + size, 0) / 1024);
  const about = [
    { path: 'DEBIAN/control', content: control(debianArchitectures[target], kibibytes) },
    { path: 'DEBIAN/md5sums', content: sums.map(({ line }) => line).join('') },
  ];
  await staged([...files, ...about], async (root) => {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
    // One thread, because the way work is divided among several threads changes the result.
    const fixed = ['--root-owner-group', '-Zxz', '-z6', '--threads-max=1'];
    await run('dpkg-deb', [...fixed, '--build', root, archive], { env });
  });
  return (await stat(archive)).size;
}

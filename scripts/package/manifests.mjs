// Files for package managers: a formula for Homebrew, manifests for Scoop and winget, a PKGBUILD for Arch,
// and the installer.
import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { address, description, license, nameFor, version } from './release.mjs';

const homepage = 'https://waybill.example';
const underWine = 'Tested under Wine, not on Windows itself.';
const experimental = 'Experimental: built for this platform, but never run on it.';

function formulaSource({ target, sha256 }) {
  const [system, processor] = target.split('-');
  const on = { linux: 'on_linux', macos: 'on_macos' }[system];
  return `  ${on} do
    on_${processor === 'x64' ? 'intel' : 'arm'} do
      url "${address}/${nameFor(target)}.tar.xz"
      sha256 "${sha256}"
    end
  end
`;
}

/** The formula for the given archives. */
export function homebrewFormula(className, archives, caveat) {
  return `class ${className} < Formula
  desc "${description}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

${archives.map(formulaSource).join('\n')}
  def install
    bin.install "waybill"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/waybill.bash" => "waybill"
    zsh_completion.install "completions/waybill.zsh" => "_waybill"
    fish_completion.install "completions/waybill.fish"
  end
${caveat === undefined ? '' : `\n  def caveats\n    "${caveat}"\n  end\n`}
  test do
    assert_equal "${version}\\n", shell_output("#{bin}/waybill --version")
  end
end
`;
}

export const experimentalFormula = (archives) =>
  homebrewFormula('WaybillExperimental', archives, experimental);

export function scoopManifest({ target, sha256 }) {
  const manifest = {
    version,
    description,
    homepage,
    license,
    notes: underWine,
    architecture: {
      '64bit': {
        url: `${address}/${nameFor(target)}.zip`,
        hash: sha256,
        extract_dir: nameFor(target),
      },
    },
    bin: 'waybill.exe',
  };
  return `${JSON.stringify(manifest, undefined, 4)}\n`;
}

/** The three files that winget wants of a package, by their names. */
export function wingetManifests({ target, sha256 }) {
  const id = 'Waybill.Waybill';
  const kinds = {
    '': { type: 'version', DefaultLocale: 'en-US' },
    '.installer': {
      type: 'installer',
      Commands: ['waybill'],
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      NestedInstallerFiles: [
        { RelativeFilePath: `${nameFor(target)}\\waybill.exe`, PortableCommandAlias: 'waybill' },
      ],
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: `${address}/${nameFor(target)}.zip`,
          InstallerSha256: sha256.toUpperCase(),
        },
      ],
    },
    '.locale.en-US': {
      type: 'defaultLocale',
      PackageLocale: 'en-US',
      Publisher: 'The waybill authors',
      PackageName: 'waybill',
      PackageUrl: homepage,
      License: license,
      ShortDescription: description,
      InstallationNotes: underWine,
    },
  };
  const files = Object.entries(kinds).map(([part, { type, ...members }]) => {
    const manifest = {
      PackageIdentifier: id,
      PackageVersion: version,
      ...members,
      ManifestType: type,
      ManifestVersion: '1.9.0',
    };
    return [`${id}${part}.yaml`, stringify(manifest)];
  });
  return Object.fromEntries(files);
}

/** For Arch's user repository: installs the executable for Linux, whose libraries stripping would remove. */
export function archPackage(archives) {
  const sources = archives.map(({ target, sha256 }) => {
    const processor = target.endsWith('x64') ? 'x86_64' : 'aarch64';
    return `source_${processor}=('${address}/${nameFor(target)}.tar.xz')
sha256sums_${processor}=('${sha256}')`;
  });
  return `pkgname=waybill-bin
pkgver=${version}
pkgrel=1
pkgdesc='${description}'
arch=('x86_64' 'aarch64')
url='${homepage}'
license=('${license}')
depends=('glibc' 'gcc-libs')
provides=('waybill')
conflicts=('waybill')
options=('!strip' '!debug')
${sources.join('\n')}

package() {
  cd "$srcdir/${nameFor('linux')}-"* || return
  install -Dm755 waybill "$pkgdir/usr/bin/waybill"
  install -Dm644 -t "$pkgdir/usr/share/man/man1" man/*.1
  install -Dm644 -t "$pkgdir/usr/share/licenses/$pkgname" LICENSE THIRD-PARTY-LICENSES.txt
  install -Dm644 completions/waybill.bash "$pkgdir/usr/share/bash-completion/completions/waybill"
  install -Dm644 completions/waybill.zsh "$pkgdir/usr/share/zsh/site-functions/_waybill"
  install -Dm644 -t "$pkgdir/usr/share/fish/vendor_completions.d" completions/waybill.fish
}
`;
}

/** The installer for this version. */
export async function installer() {
  const text = await readFile('scripts/package/install.sh', 'utf8');
  return text.replaceAll('@VERSION@', version).replaceAll('@RELEASES@', address);
}

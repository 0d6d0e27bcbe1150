// Files for package managers: a formula for Homebrew, a manifest for Scoop, and the installer.
import { readFile } from 'node:fs/promises';
import { address, description, license, nameFor, version } from './release.mjs';

const homepage = 'https://waybill.example';
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
    notes: 'Tested under Wine, not on Windows itself.',
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

/** The installer for this version. */
export async function installer() {
  const text = await readFile('scripts/package/install.sh', 'utf8');
  return text.replaceAll('@VERSION@', version).replaceAll('@RELEASES@', address);
}

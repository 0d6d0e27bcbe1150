// How executables for other platforms run on Linux x64: under qemu and under Wine. Each emulator
// makes a program in the folder that stands for the executable.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = 'scripts/emulated';
const script = (file, text) => {
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
};

/** Debian: qemu-user-static, libc6-arm64-cross, libgcc-s1-arm64-cross. */
function qemu(executable, folder) {
  const magic = `\\x7fELF\\x02\\x01\\x01${'\\x00'.repeat(9)}\\x02\\x00\\xb7\\x00`;
  const mask = `${'\\xff'.repeat(7)}\\x00${'\\xff'.repeat(8)}\\xfe\\xff\\xff\\xff`;
  // The program starts itself to query the keychain: in a namespace of its own, the kernel knows how.
  const register = `:waybill:M::${magic}:${mask}:/usr/bin/qemu-aarch64-static:F`;
  const within = `mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
printf '%s' '${register}' > /proc/sys/fs/binfmt_misc/register && exec "$@"`;
  return {
    program: script(
      join(folder, 'waybill'),
      `QEMU_LD_PREFIX=/usr/aarch64-linux-gnu exec '${executable}' "$@"`,
    ),
    runner: ['unshare', '-U', '-r', '-m', 'sh', '-c', within, 'sh'],
    end() {},
  };
}

/** Debian: wine64, wine, gcc-mingw-w64-x86-64. */
function wine(executable, folder) {
  const [there, prefix] = [join(folder, 'there'), join(folder, 'wine')];
  mkdirSync(there);
  copyFileSync(executable, join(there, 'waybill.exe'));
  const compile = (...words) => execFileSync('x86_64-w64-mingw32-gcc', ['-O1', '-s', ...words]);
  compile(
    '-shared',
    '-o',
    join(there, 'bcryptprimitives.dll'),
    join(sources, 'prng.c'),
    '-ladvapi32',
  );
  compile('-municode', '-o', join(there, 'windows.exe'), join(sources, 'windows.c'));
  const env = { ...process.env, WINEDEBUG: '-all', WINEPREFIX: prefix };
  mkdirSync(prefix);
  // Before the first program: otherwise it ends with each one, and takes a second to start again.
  spawnSync('wineserver-stable', ['-p'], { env, stdio: 'ignore' });
  spawnSync('wine', ['wineboot', '-i'], { env, stdio: 'ignore' });
  const run = `export WINEDEBUG=-all WINEPREFIX='${prefix}'
[ -p /dev/stdin ] || [ -S /dev/stdin ] && set -- '${there}/windows.exe' pipe '${there}/waybill.exe' "$@" ||
  set -- '${there}/waybill.exe' "$@"`;
  return {
    // The runtime can't read a Linux pipe as if it were one of Windows.
    program: script(join(folder, 'waybill'), `${run}\nexec wine "$@"`),
    runner: [],
    helper: script(
      join(folder, 'windows'),
      `WINEDEBUG=-all WINEPREFIX='${prefix}' exec wine '${there}/windows.exe' "$@"`,
    ),
    end: () => spawnSync('wineserver-stable', ['-k'], { env }),
  };
}

export const emulators = { 'linux-arm64': qemu, 'windows-x64': wine };

import { spawnSync } from 'node:child_process';

/**
 * `npm run check` and `npm run mutants` take a hundredth of the random cases, but at least ten, and
 * `npm run check:full` all of them. Fixed cases are never left out.
 */
export const isFull = process.env.WAYBILL_TIER === 'full';
export const isForMutants = process.env.WAYBILL_TIER === 'mutants';
/**
 * Whether a run of the program may take place in the test's own process, a third of the time that a
 * process takes. In the full tier, and for the executable, each run is a process.
 */
export const runsHere = !isFull && !isForMutants && (process.env.WAYBILL_PROGRAM ?? '') === '';

/**
 * How many random cases to try: all of them in the full tier, or `WAYBILL_RUNS` to try more. Cases
 * that take seconds each, because they start processes, may do with fewer than ten.
 */
export function runs(full: number, least = 10): number {
  const chosen = Number(process.env.WAYBILL_RUNS);
  if (chosen > 0) return chosen;
  return isFull ? full : Math.max(least, Math.ceil(full / 100));
}

/** Programs that not every machine has, under the names that `WAYBILL_REQUIRE` uses. */
const programs = {
  shells: ['zsh', 'fish'],
  recipes: ['jq', 'fzf', 'sqlite3', 'curl'],
  keyring: ['gnome-keyring-daemon', 'dbus-daemon', 'dbus-send'],
  postgres: ['/usr/lib/postgresql/*/bin/initdb'],
  chromium: ['chromium'],
  libreoffice: ['soffice'],
  hledger: ['hledger'],
  /** Kills a program at a chosen write. */
  strace: ['strace'],
  /** The output of `npm run package`. */
  executable: ['release/linux-x64/waybill'],
  /** Emulators for `npm run test:executable -- --target <target>`. */
  qemu: ['qemu-aarch64-static', '/usr/aarch64-linux-gnu/lib/libgcc_s.so.1'],
  wine: ['wine', 'x86_64-w64-mingw32-gcc'],
} as const;

function isInstalled(program: string): boolean {
  return (
    spawnSync('bash', ['-c', `compgen -G '${program}' || command -v '${program}'`]).status === 0
  );
}

/**
 * The programs of a group that this machine lacks. Throws if `WAYBILL_REQUIRE` requires the group:
 * otherwise a skipped test would look like one that passed.
 */
export function missingPrograms(
  group: keyof typeof programs,
  needed: readonly string[] = programs[group],
): readonly string[] {
  const missing = needed.filter((program) => !isInstalled(program));
  const required = (process.env.WAYBILL_REQUIRE ?? '').split(',');
  if (missing.length > 0 && required.includes(group)) {
    throw new Error(`WAYBILL_REQUIRE asks for ${group}, but there is no ${missing.join(', ')}`);
  }
  return missing;
}

// `npm run bench [section…]`: measures everything side by side and writes bench/results.md. A
// figure that exceeds its limit is marked there, but nothing fails: figures also vary with the
// machine's load.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { measureExecutable } from './executable.mjs';
import { measureFiles } from './files.mjs';
import { measureGrowth } from './growth.mjs';
import { measureLists } from './lists.mjs';
import { program, project } from './measure.mjs';
import { measureMirror } from './mirror.mjs';
import { measureReports } from './reports.mjs';
import { measureService } from './service.mjs';
import { measureStartup, measureStartupOf, otherNode } from './startup.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 101);
/** The version that a program prints; undefined if it is not installed. */
function versionOf(command) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const said = execFileSync(command, ['--version'], options);
    return `${basename(command)} ${/\d+(\.\d+)+/.exec(said)?.[0] ?? 'unknown'}`;
  } catch {
    return undefined;
  }
}

const startup = 'Start-up, as ratios to `node -e 0` in the same run';
const wanted = process.argv.slice(2);
const isWanted = (section) => wanted.length === 0 || wanted.includes(section);
const others = new Map(
  [22, 24]
    .filter((major) => isWanted(`node${major}`) || isWanted('reports'))
    .flatMap((major) => {
      const engine = otherNode(major);
      return engine === undefined ? [] : [[major, engine]];
    }),
);
const onOther = (major) => ({
  title: `${startup}, Node ${major}`,
  measure: (home) => {
    const engine = others.get(major);
    return engine === undefined ? [] : measureStartupOf(engine, { rounds, home });
  },
});
const sections = {
  startup: { title: startup, measure: (home) => measureStartup({ rounds, home }) },
  executable: {
    title: 'Executable, as ratios to `node -e 0` in the same run',
    measure: (home) => measureExecutable({ rounds, home }),
  },
  node22: onOther(22),
  node24: onOther(24),
  lists: { title: 'Lists', measure: (home) => measureLists({ home }) },
  service: { title: 'Embedded service', measure: (home) => measureService({ home }) },
  files: { title: 'CSV and upload', measure: (home) => measureFiles({ home }) },
  mirror: { title: 'Mirror of 100,000 orders', measure: (home) => measureMirror({ home }) },
  reports: {
    title: 'Reports on 100,000 orders',
    measure: (home) => measureReports({ home, engines: others }),
  },
  growth: { title: 'Growth with the account', measure: (home) => measureGrowth({ home }) },
};

/** Whether a row meets its limit; undefined if it has none or was not measured. */
function isMet({ measured, bound, atLeast }) {
  if (measured === undefined || (bound ?? atLeast) === undefined) return undefined;
  return bound === undefined ? measured >= atLeast : measured <= bound;
}

function tableLine(row) {
  const { what, unit, measured, bound, atLeast } = row;
  const shown = measured === undefined ? 'not measured here' : `${measured.toFixed(2)} ${unit}`;
  const asked =
    bound !== undefined ? `≤ ${bound.toFixed(2)}` : atLeast && `≥ ${atLeast.toFixed(2)}`;
  const verdict = { true: 'met', false: '**not met**' }[isMet(row)] ?? '';
  return `| ${what.replaceAll('|', '\\|')} | ${shown} | ${asked ?? ''} | ${verdict} |`;
}

function table(rows) {
  const reasons = rows
    .filter((row) => isMet(row) === false && row.why !== undefined)
    .map(({ what, why }) => `- Not met, ${what}: ${why}`);
  const head = ['| what | measured | asked | |', '|---|---|---|---|'];
  return [...head, ...rows.map(tableLine), ...(reasons.length > 0 ? ['', ...reasons] : [])].join(
    '\n',
  );
}

const [cpu] = cpus();
const tools = [program, ...others.values(), 'curl', 'jq', 'python3', 'gh'];
const versions = tools.flatMap((tool) => (tool === undefined ? [] : (versionOf(tool) ?? [])));
const parts = [
  '# Measured',
  '',
  `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${process.platform} ${process.arch}, ` +
    `${cpus().length} × ${cpu?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB. ` +
    `${versions.join(', ').replace('waybill.js', 'waybill')}. ` +
    `Medians of ${rounds} interleaved runs for start-up. Written by \`npm run bench\`.`,
  '',
  'Limits of start-up, lists and files guard against getting slower: what the Node build had reached, ' +
    'and a tenth. Those of the executable are goals, the others promises.',
];
const whole = () => `${parts.join('\n')}\n`;
for (const [name, { title, measure }] of Object.entries(sections)) {
  if (!isWanted(name)) continue;
  const home = mkdtempSync(join(tmpdir(), 'waybill-bench-'));
  try {
    const rows = await measure(home);
    parts.push('', `## ${title}`, '', rows.length === 0 ? 'Not measured here.' : table(rows));
    // After each section, so that one that fails loses no other.
    if (wanted.length === 0) await writeFile(join(project, 'bench', 'results.md'), whole());
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
process.stdout.write(whole());

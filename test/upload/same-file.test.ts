import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shell } from '../support/shell';
import { temporaryHome } from '../support/waybill';
import { serveCounted } from './counted-service';

let service: Awaited<ReturnType<typeof serveCounted>>;
let home: string;

/** Every command that writes results, with a file of rows that it accepts. */
const commands = {
  'shipments add --csv': 'retailer,orderNumber,trackingNumber\nBest Buy,NONE-1,TBA000000000001\n',
  'shipments add --from-json':
    '[{"retailer":"Best Buy","orderNumber":"NONE-1","trackingNumber":"TBA000000000001"}]',
  'orders update --csv': 'order,status\nNONE-1,paid\n',
  'giftcards update --csv': 'order,status\nNONE-1,paid\n',
  'giftcards create --csv':
    'orderNumber,orderDate,retailer,platform,description,price,qty\nNEW-1,2025-11-18,Staples,card_center,Card,9000,5\n',
} as const;

beforeEach(async () => {
  home = temporaryHome();
  service = await serveCounted();
  mkdirSync(join(home, 'folder'));
  symlinkSync('folder', join(home, 'other'));
  symlinkSync('in', join(home, 'link'));
  symlinkSync('out', join(home, 'dangling'));
});
afterEach(() => service.close());

function run(line: string) {
  return shell(line, { ...service.env, WAYBILL_HOME: join(home, '.waybill'), at: home });
}

/** Expects the input to be refused under each of its names, with nothing touched. */
async function expectRefusal(command: keyof typeof commands, inputs: string[], names: string[]) {
  const rows = commands[command];
  writeFileSync(join(home, 'in'), rows);
  linkSync(join(home, 'in'), join(home, 'hard'));
  for (const input of inputs) {
    for (const [index, name] of names.entries()) {
      const flag = index % 2 === 0 ? '--results' : '--rejects';
      const ended = await run(`exec 7<>$at/in; waybill ${command} ${input} ${flag} ${name} --yes`);
      expect(ended).toMatchObject({ exitCode: 2, stdout: '' });
      expect(ended.stderr).toContain(flag);
    }
  }
  expect(readFileSync(join(home, 'in'), 'utf8')).toBe(rows);
  expect(service.posts).toEqual([]);
}

test.each(['$at/in', '- <$at/in', '$at/hard'])(
  'an upload of %s does not overwrite its input, whatever its name',
  async (input) => {
    const names = ['$at/in', '$at/folder/../in', '$at/link', '$at/hard', '/proc/self/fd/7'];
    await expectRefusal('shipments add --csv', [input], names);
  },
);

test.each(Object.keys(commands) as (keyof typeof commands)[])(
  '%s does not overwrite its input',
  (command) => expectRefusal(command, ['$at/in', '- <$at/in'], ['$at/link', '$at/in']),
);

test.each([
  ['$at/out', '$at/out'],
  ['$at/folder/new', '$at/other/new'],
  ['$at/dangling', '$at/out'],
  ['$at/there', '$at/there-too'],
])('results %s and rejects %s are one file: exit 2 before anything is sent', async (one, other) => {
  writeFileSync(join(home, 'in'), commands['shipments add --csv']);
  writeFileSync(join(home, 'there'), 'kept');
  linkSync(join(home, 'there'), join(home, 'there-too'));
  const line = `waybill shipments add --csv $at/in --results ${one} --rejects ${other}`;
  const ended = await run(`{ ${line}; echo $?; } | cat`);
  expect(ended.stderr).toContain('--results and --rejects name the same file');
  expect(ended.stdout).toBe('2\n');
  expect(readFileSync(join(home, 'there'), 'utf8')).toBe('kept');
  expect(service.posts).toEqual([]);
});

test('accepts two files, and a device that is also the input', async () => {
  writeFileSync(join(home, 'in'), commands['shipments add --csv']);
  writeFileSync(join(home, 'copy'), commands['shipments add --csv']);
  const line = 'waybill shipments add --csv $at/in --results $at/copy --rejects $at/dangling -y';
  expect((await run(line)).exitCode).toBe(3);
  expect(readFileSync(join(home, 'copy'), 'utf8')).toContain('outcome');
  expect(readFileSync(join(home, 'out'), 'utf8')).toContain('waybill_outcome');
  const empty = await run('waybill shipments add --csv /dev/null --results /dev/null');
  expect(empty.stderr).not.toContain('overwrite');
});

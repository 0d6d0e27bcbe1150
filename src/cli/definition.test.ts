import { expect, test } from 'vitest';
import type { Nouns } from './definition';
import {
  commandsOf,
  defineCommand,
  describeCommand,
  one,
  programTree,
  usageLine,
} from './definition';
import { choice, text } from './flag';

const get = defineCommand({
  summary: 'A command',
  description: '\n  More about it.\n',
  arguments: { orderNumber: one('The order', { complete: 'order' }) },
  flags: {
    by: choice('<id|number>', 'How to read it', ['id', 'number'], { environment: 'BY' }),
    earnRate: text('<rate>', 'Earn rate', { group: 'Card' }),
  },
  examples: { 'waybill orders get A': 'One order' },
  run: async () => undefined,
});

const nouns: Nouns = {
  orders: {
    summary: 'Orders',
    aliases: ['order'],
    verbs: { get: { aliases: ['show'], load: async () => ({ command: get }) } },
  },
  single: { summary: 'By itself', load: async () => ({ command: get }) },
};

test('a verb becomes plain data, as declared', async () => {
  const [noun] = (await programTree(nouns)).nouns;
  expect(noun).toEqual({
    name: 'orders',
    aliases: ['order'],
    summary: 'Orders',
    examples: [],
    commands: [
      {
        path: ['orders', 'get'],
        aliases: ['show'],
        summary: 'A command',
        describe: 'More about it.',
        arguments: [
          {
            name: 'order-number',
            describe: 'The order',
            optional: false,
            variadic: false,
            complete: 'order',
          },
        ],
        flags: [
          {
            key: 'by',
            label: '--by',
            group: 'Flags',
            placeholder: '<id|number>',
            describe: 'How to read it',
            choices: ['id', 'number'],
            environment: 'BY',
          },
          {
            key: 'earnRate',
            label: '--earn-rate',
            group: 'Card',
            placeholder: '<rate>',
            describe: 'Earn rate',
          },
        ],
        examples: [{ command: 'waybill orders get A', explains: 'One order' }],
      },
    ],
  });
  expect(JSON.parse(JSON.stringify(noun))).toEqual(noun);
});

test('a noun without verbs is its own command', async () => {
  const tree = await programTree(nouns);
  expect(commandsOf(tree).map(({ path }) => path.join(' '))).toEqual(['orders get', 'single']);
});

test('the global flags end with help and version', async () => {
  const labels = (await programTree(nouns)).globalFlags.map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(['--profile', '--sandbox']);
  expect(labels.slice(-2)).toEqual(['--help', '--version']);
});

test('a usage line shows the flags that a command needs, with their values', () => {
  const flags = { ...get.flags, group: text('<id>', 'The group', { required: true }) };
  const command = describeCommand(['orders', 'get'], {}, { ...get, flags });
  expect(usageLine(command)).toBe('waybill orders get <order-number> --group <id> [flags]');
});

import { defineCommand, type Nouns } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { usageFailure } from '../../failure';

const instructions = `waybill has a copy, the mirror, of an account whose orders are resold to buying groups. For
what groups owe, use report unpaid and overdue; for news, changes. Nothing here writes to the account.
If the mirror is missing or old, ask the person to run waybill sync.`;

export const mcpCommand = (nouns: Nouns) =>
  defineCommand({
    description: `A program with an assistant starts this command and talks to it over standard input and output; there
is no port. The assistant can run reports and read-only SQL, look up an order and see what changed. It
can't write anything, and can't reach redemption codes or secrets, which are not in the mirror.`,
    flags: {
      allowSync: toggle('Let the assistant also sync the mirror', { conflicts: ['mirror'] }),
      mirror: text('<file>', 'A different mirror, such as a backup', { complete: 'file' }),
    },
    examples: {
      'waybill mcp': 'Serve the mirror until the client ends',
      'waybill mcp --allow-sync': 'Let the assistant also sync',
    },
    async run({ allowSync, mirror }, context) {
      const { world } = context;
      if (world.stdinIsTerminal || world.stdout.isTTY === true) {
        throw usageFailure('waybill mcp talks to a program, not to a terminal', {
          hint: 'In the settings of an assistant, its command is waybill and its argument mcp.',
        });
      }
      const { serveTools } = await import('../../assistant/serve');
      const { loadTools, serving } = await import('./tools');
      const tools = (await loadTools(nouns)).filter(({ name }) => allowSync || name !== 'sync');
      await serveTools(world, instructions, tools.map(serving(mirror, context)));
    },
  });

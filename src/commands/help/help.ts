import { defineCommand, maybeSeveral, type Nouns } from '../../cli/definition';
import { text } from '../../cli/flag';
import { refuseDryRun } from '../../cli/global-flags';
import { habitHint } from '../../cli/habits';
import { HelpPage } from '../../cli/help';
import { usageFailure } from '../../failure';
import { nameHint } from '../../lib/suggest';
import { settingsOrDefaults } from '../../settings/resolve';
import { topicNames, topics } from './topics';

/** Shows a topic or writes the man pages. `waybill help <command>` runs that command's `--help`. */
export const helpCommand = (nouns: Nouns) =>
  defineCommand({
    documents: async () => (await import('./help-json')).helpDocuments,
    arguments: {
      about: maybeSeveral('A command or a topic', { complete: 'command', suggestions: topicNames }),
    },
    flags: {
      man: text('<folder>', 'Write the man pages of all commands into a folder', {
        complete: 'file',
      }),
    },
    examples: {
      'waybill help orders list': 'Show help for a command',
      'waybill help exit-codes': 'Show a topic',
      'waybill help --man man/man1': 'Write the man pages for man',
    },
    async run({ about: words, man }, context) {
      if (man !== undefined) {
        refuseDryRun(context);
        if (words.length > 0)
          throw usageFailure('--man writes all pages, and takes no command or topic');
        const { writeManPages } = await import('./man-pages');
        return writeManPages(man, nouns, context);
      }
      const about = words.join(' ');
      const topicName = topicNames.find((name) => name === about);
      if (topicName === undefined) {
        const known = [...topicNames, ...Object.keys(nouns)];
        const list = `The topics are ${topicNames.join(', ')}. For all commands, run waybill help.`;
        throw usageFailure(`Unknown command or topic "${about}"`, {
          hint: habitHint(about, [], []) ?? nameHint(about, known, list),
        });
      }
      const page = new HelpPage({ width: context.world.stdout.columns });
      const { topic } = await topics[topicName]();
      await topic.write(page, nouns, context.world.platform);
      await (await context.output(settingsOrDefaults(context))).page(page.toString());
    },
  });

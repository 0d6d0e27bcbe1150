import { commandsOf, programTree, type TreeFlag } from '../../../cli/definition';
import type { HelpRow, Topic } from '../../../cli/help';
import { writeTopic } from '../topic-page';
import text from './environment.md';

const row = ({ environment = '', label, describe }: TreeFlag): HelpRow => [
  environment,
  `${label}: ${describe}`,
];

export const topic: Topic = {
  async write(page, nouns) {
    const tree = await programTree(nouns);
    const flags = [...tree.globalFlags, ...commandsOf(tree).flatMap((command) => command.flags)];
    const declared = flags.filter(({ environment }) => environment !== undefined);
    writeTopic(page, text, { flags: declared.map(row) });
  },
};

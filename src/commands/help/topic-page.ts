import type { Nouns } from '../../cli/definition';
import type { HelpPage, HelpRow, Topic } from '../../cli/help';

/** Facts that a topic's text gets from the program, by name: a text, or the terms of a list. */
export type Facts = Readonly<Record<string, string | readonly HelpRow[]>>;

/** A heading with lines to show as they are, or a run of lines that are not empty. */
const block = /## .*\n```\n[\s\S]*?\n```|(?:.+(?:\n|$))+/g;

/** `-q`, then `: No progress`, whose further lines are indented; `{{columns}}` is a list of facts. */
function termsIn(lines: string, facts: Facts): readonly HelpRow[] {
  return lines.split(/\n(?![: ])/).flatMap((one): readonly HelpRow[] => {
    const [term = '', text] = one.split('\n: ');
    if (text === undefined) return facts[term.slice(2, -2)] as readonly HelpRow[];
    return [[term, text.replaceAll('\n ', '')]];
  });
}

/** A topic: a text, and what it gets from the program. */
export function topicOf(
  text: string,
  factsOf: (nouns: Nouns, platform: string) => Facts | Promise<Facts>,
): Topic {
  return { write: async (page, ...about) => writeTopic(page, text, await factsOf(...about)) };
}

/** Writes a topic: paragraphs, and under headings terms with their meaning, or lines. */
function writeTopic(page: HelpPage, markdown: string, facts: Facts): void {
  const filled = markdown.replace(/\{\{(\w+)\}\}/g, (name, key) =>
    typeof facts[key] === 'string' ? facts[key] : name,
  );
  for (const text of filled.match(block) ?? []) {
    const [, heading, content = ''] = /^## ([^\n]+)\n(.*)$/s.exec(text.trimEnd()) ?? [];
    if (heading === undefined) page.text(text);
    else if (content.startsWith('```')) page.lines(heading, content.split('\n').slice(1, -1));
    else page.rows(heading, termsIn(content, facts));
  }
}

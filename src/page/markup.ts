/** Text that is already HTML. Everything else is escaped when it is inserted. */
export class Markup {
  constructor(readonly text: string) {}
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => entities[one] ?? '');

type Part = Markup | readonly Markup[] | string | number;

function partText(part: Part): string {
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** An HTML template that escapes its values, in elements and in quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: texts }, ...parts.map(partText)));
}

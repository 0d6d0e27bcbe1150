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

/** How the page writes values. All of it is text; escaping comes later. */
export interface Words {
  /** Cents as `$1,234.56`. */
  money(cents: number): string;
  /** A name from the service, on one line and short enough for a table. */
  name(value: unknown): string;
}

const longestName = 60;

export function pageWords(
  money: (cents: number) => string,
  visibleLine: (text: string) => string,
): Words {
  return {
    money,
    name: (value) => {
      const characters = [...visibleLine(String(value ?? '')).trim()];
      if (characters.length <= longestName) return characters.join('') || '(none)';
      return `${characters.slice(0, longestName - 1).join('')}…`;
    },
  };
}

/** `$1,234`, `$12.3k`, `$1.2M` or `$1.2B`, for charts; their tables show the cents. */
export function shortMoney(cents: number): string {
  const dollars = Math.abs(cents) / 100;
  const sign = cents < 0 ? '-' : '';
  if (dollars >= 999_500_000) return `${sign}$${trimmed(dollars / 1_000_000_000)}B`;
  if (dollars >= 999_500) return `${sign}$${trimmed(dollars / 1_000_000)}M`;
  if (dollars >= 9999.5) return `${sign}$${trimmed(dollars / 1000)}k`;
  if (dollars < 10 && cents % 100 !== 0) return `${sign}$${dollars.toFixed(2)}`;
  return `${sign}$${Math.round(dollars).toLocaleString('en-US')}`;
}

const trimmed = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });

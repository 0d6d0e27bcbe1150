import { isPeriod } from './formulas';
import { dimensionValues, type Grouping, type ReportBy, type Row } from './report-scope';

type Value = Row[string];

function byName(one: Value, other: Value): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  return one < other ? -1 : Number(one > other);
}

/** The values of some dimensions, as columns in SQL that `RowGroups.of` reads; usually of an order `o`. */
export const valueColumns = (
  by: ReportBy,
  values: Readonly<Record<Grouping, string>> = dimensionValues,
): readonly string[] => by.map((name) => `${values[name]} AS "by ${name}"`);

/** Figures that a report adds up, by the values of its dimensions. */
export class RowGroups<T> {
  readonly #groups = new Map<string, { readonly values: readonly Value[]; readonly content: T }>();

  constructor(
    readonly by: ReportBy,
    private readonly create: (row: Row) => T,
  ) {}

  /** The content for a row with `valueColumns`; `others` replace some of its values. */
  of(row: Row, others: Row = {}): T {
    const values = this.by.map((name) => others[name] ?? row[`by ${name}`] ?? null);
    const key = JSON.stringify(values);
    const group = this.#groups.get(key) ?? { values, content: this.create(row) };
    this.#groups.set(key, group);
    return group.content;
  }

  /** A row for each: periods in order, others by weight, then name; those without a value last. */
  rows<R extends object>(
    figures: (content: T) => R,
    weightOf: (row: R) => number = () => 0,
  ): readonly (R & Readonly<Record<string, unknown>>)[] {
    const groups = [...this.#groups.values()].map(({ values, content }) => {
      const row = figures(content);
      return { values, row, weight: weightOf(row) };
    });
    const firsts = new Map<Value, number>();
    for (const { values, weight } of groups) {
      const [first = null] = values;
      firsts.set(first, (firsts.get(first) ?? 0) + weight);
    }
    type Weighed = (typeof groups)[number];
    const weightAt = ({ values, weight }: Weighed, place: number) =>
      place === 0 ? (firsts.get(values[0] ?? null) ?? 0) : weight;
    const compare = (one: Weighed, other: Weighed) => {
      for (const [place, name] of this.by.entries()) {
        const heavier = isPeriod(name) ? 0 : weightAt(other, place) - weightAt(one, place);
        const order = heavier || byName(one.values[place] ?? null, other.values[place] ?? null);
        if (order !== 0) return order;
      }
      return 0;
    };
    return groups
      .sort(compare)
      .map(({ values, row }) => ({
        ...Object.fromEntries(this.by.map((name, place) => [name, values[place]])),
        ...row,
      }));
  }
}

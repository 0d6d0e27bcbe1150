import { nameInWords, typedWords } from '../../lib/words';
import type { Reader, ReportBy, Scope } from '../report-scope';

/** Declarations of reports: terminal, JSON, page, workbook, schemas and docs are made from them. */

/** The formats of values; `money` is integer cents. */
const formats = typedWords('money count days percent text id status date moment yesNo list');
type MemberFormat = (typeof formats)[number];

/** One value of a report's rows or of its total. */
export interface ReportMember {
  readonly format: MemberFormat;
  /** One sentence, for schemas and docs. */
  readonly means: string;
  /** The title of its column; without one, its name in words: `orderDate` is "Order date". */
  readonly heading?: string;
  /** The same where there is more room: on the page and in the workbook. */
  readonly title?: string;
  /** Another name for it in `--fields` and `--sort`. */
  readonly short?: string;
  readonly decimals?: number;
  /** True if it is a reason to act unless it is 0. */
  readonly isAlarm?: true;
  readonly orNull?: true;
  /** All values that it can have, if these are few and known. */
  readonly values?: readonly string[];
  /** The format of a list's elements, or of an object's values. */
  readonly of?: 'id' | 'money';
  /** True if it adds up to another member with the others that do: none may be missing alone. */
  readonly isPart?: true;
  /** Value in the total instead of the sum of a count: its `own`, or `nothing`; `only`: the total alone has one. */
  readonly total?: 'own' | 'nothing' | 'only';
  /** The only one of these places that has a column of it; JSON and `--fields` have every member. */
  readonly shownIn?: 'table' | 'page' | 'neither';
}

/** Members by their dotted paths, in order: `realized.cost`. */
export type ReportMembers = Readonly<Record<string, ReportMember>>;

type MakeMember = (means: string, more?: Omit<ReportMember, 'format' | 'means'>) => ReportMember;

export const member = Object.fromEntries(
  formats.map((format): [MemberFormat, MakeMember] => [
    format,
    (means, more) => ({ format, means, ...more }),
  ]),
) as Readonly<Record<MemberFormat, MakeMember>>;

/** The members that have a column in a place, with their paths. */
export const shownMembers = (members: ReportMembers, place: 'table' | 'page') =>
  Object.entries(members).filter(
    ([, { shownIn = place, total }]) => shownIn === place && total !== 'only',
  );

export const memberTitle = (path: string, { title, heading }: ReportMember): string =>
  title ?? heading ?? nameInWords(path);

export function memberValue(row: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => Object(value)[name], row);
}

export interface Figures {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly total: Readonly<Record<string, unknown>>;
}

export interface FigureOptions {
  /** Upper ends of the aging buckets, in days. */
  readonly bounds?: readonly number[] | undefined;
  /** The day that aging counts from, and that income belongs to. */
  readonly basis?: 'order' | 'due' | 'cash' | undefined;
}

/** A report that adds up by a dimension: its declaration and its figures. */
export interface GroupedReport {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Command lines, with what each does. */
  readonly examples: Readonly<Record<string, string>>;
  /** The dimension of its rows unless the user says otherwise. */
  readonly by: ReportBy;
  /** A row of a single order has the report's own members instead of `orderMembers`. */
  readonly single?: 'own';
  /** Its figures depend on the value of points. */
  readonly usesPoints?: true;
  /** It adds up payments: it has no rows of orders, and filters are on the payment. */
  readonly isOfPayments?: true;
  members(options?: FigureOptions): ReportMembers;
  /** The most important member: rows are sorted by it, and a bar shows it if it is an amount. */
  readonly main: string;
  /** Members in the order in which a narrow terminal drops their columns. */
  readonly leaveOut: readonly string[];
  /** Text for no rows, if not "No orders." */
  readonly empty?: string;
  /** The other basis that it takes, and what the flag chooses. */
  readonly basis?: readonly [other: 'due' | 'cash', choice: string];
  readonly flags?: readonly ('buckets' | 'overdueAfter' | 'asOf')[];
  /** The reason for `--exit-code` to end with 15, in words and as a test. */
  readonly finds?: { readonly words: string; test(figures: Figures): boolean };
  /** Money is in cents. */
  figures(read: Reader, scope: Scope, by: ReportBy, options?: FigureOptions): Figures;
}

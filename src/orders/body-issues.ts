import { issueWords } from '../contract/issue-words';
import { routes } from '../contract/routes';
import { Failure, type FailureIssue, usageFailure } from '../failure';
import { closest } from '../lib/suggest';
import { quotedWord } from '../lib/words';
import type { Notices } from '../output/screen';
import { type OrderBody, type OrderKind, otherKind } from './kinds';

/** Returns the user's name for a value, given the rest of the path below the label. */
type Origin = (rest: readonly string[]) => string;

/** Origins of a body's parts: `orderLineItems.1.quantity` is shown as `--item #2 qty`, as typed. */
export class FieldLabels {
  readonly #known = new Map<string, Origin>();

  constructor(readonly kind: OrderKind) {}

  /** Labels the value at a path; a later label for the same path replaces it. */
  set(path: string, origin: string | Origin): void {
    this.#known.set(path, typeof origin === 'string' ? () => origin : origin);
  }

  copy(): FieldLabels {
    const labels = new FieldLabels(this.kind);
    for (const [path, origin] of this.#known) labels.set(path, origin);
    return labels;
  }

  /** A copy that calls what was not typed by the service's name, not by a flag that nobody gave. */
  onlyTyped(): FieldLabels {
    const labels = this.copy();
    if (!this.#known.has('')) labels.set('', (rest) => rest.join('.'));
    return labels;
  }

  nameOf(path: string): string {
    const steps = path === '' ? [] : path.split('.');
    for (let length = steps.length; length >= 0; length--) {
      const origin = this.#known.get(steps.slice(0, length).join('.'));
      if (origin !== undefined) return origin(steps.slice(length));
    }
    return this.#byTable(steps);
  }

  /** A value without a label is called by the flag that would set it. */
  #byTable([first = '', ...rest]: readonly string[]): string {
    const flag = this.kind.fields.find(({ field }) => field === first)?.flag;
    if (flag !== undefined) return [`--${flag}`, ...rest].join(' ');
    if (first === 'orderLineItems') return this.itemName('--item')(rest.slice(1));
    if (first === 'redemptionCodes') return '--codes-file';
    return [first, ...rest].join('.');
  }

  /** Names the members of one line item by the keys of `--item`: `--item #2 qty`. */
  itemName(label: string): Origin {
    return ([member, ...rest]) => {
      if (member === undefined) return label;
      const key = this.kind.items.find(({ field }) => field === member)?.flag ?? member;
      return [label, key, ...rest].join(' ');
    };
  }

  rename(issues: readonly FailureIssue[]): readonly FailureIssue[] {
    return issues.map(({ path, message }) => ({ path: this.nameOf(path), message }));
  }
}

/** A body, with the user's name for each part. */
export interface LabeledBody {
  readonly body: OrderBody;
  readonly labels: FieldLabels;
}

export function columnLabels(
  kind: OrderKind,
  columns: Iterable<readonly [field: string, header: string]>,
): FieldLabels {
  const labels = new FieldLabels(kind);
  for (const [field, header] of columns) {
    labels.set(field, (rest) => [`column ${header}`, ...rest].join(' '));
  }
  return labels;
}

/** The parts of a schema library's issue that waybill reports. */
interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** Issues left to the service where the reference does not show the body. */
const leftToService: readonly string[] = ['unrecognized_keys', 'invalid_value'];

const codesField = 'redemptionCodes';

/** The issues of a body by path. In a redemption code a member's name may be the code: not repeated. */
function toIssues(
  { path, message, keys }: SchemaIssue,
  fields: readonly string[],
  { items }: OrderKind,
): readonly FailureIssue[] {
  if (keys === undefined) return [{ path: path.join('.'), message }];
  if (path[0] === codesField) {
    return [{ path: path.join('.'), message: 'is not a field of a redemption code' }];
  }
  const known = path.length === 0 ? fields : items.map(({ field }) => field);
  return keys.map((key) => {
    const near = closest(key, known);
    const did = near === undefined ? '' : `; did you mean ${near}?`;
    return { path: [...path, key].join('.'), message: `unknown field${did}` };
  });
}

/**
 * Checks a body against the contract's strict schema before it is sent. Throws a usage failure with
 * every bad field under the name that the user typed. Returns the fields and values that waybill does
 * not know, to warn about: where the reference says "not shown", the service decides. With `only`,
 * checks the value at that dotted path alone.
 */
export async function checkBody(
  verb: 'create' | 'update',
  { body, labels }: LabeledBody,
  only?: string,
): Promise<readonly FailureIssue[]> {
  const { bodySchemas } = await import('../contract/bodies');
  const { kind } = labels;
  const schema = bodySchemas[routes[kind[verb]].body];
  const result = schema.safeParse(body, { error: issueWords });
  if (result.success) return [];
  const fields = Object.keys(schema.shape);
  const isShown = verb === 'update' || kind.createBodyShown;
  const left: FailureIssue[] = [];
  const bad: FailureIssue[] = [];
  for (const issue of result.error.issues as readonly SchemaIssue[]) {
    if (only !== undefined && issue.path.join('.') !== only) continue;
    // The reference describes a code in full: "No other members are accepted."
    const open = !isShown && leftToService.includes(issue.code) && issue.path[0] !== codesField;
    (open ? left : bad).push(...labels.rename(toIssues(issue, fields, kind)));
  }
  if (bad.length === 0) return left;
  throw usageFailure(
    bad.length === 1 ? 'A field is not valid' : `${bad.length} fields are not valid`,
    { issues: bad, hint: 'Nothing was sent.' },
  );
}

/** Puts the service's refusal of a body in the names that were typed; returns other errors unchanged. */
export function inTypedNames(error: unknown, { labels, body }: LabeledBody): unknown {
  if (!(error instanceof Failure)) return error;
  const { kind } = labels;
  const number = String(body.orderNumber ?? '').trim();
  const other = otherKind(kind);
  if (error.code === 'duplicate_order_number' && error.hint === undefined && number !== '') {
    return error.with({
      message: `Another order already has the number "${number}" (${labels.nameOf('orderNumber')})`,
      hint: `Order numbers are unique in the account. To see that order, run waybill ${kind.noun} get ${quotedWord(number)}; if it is a ${other.words}, waybill ${other.noun} get ${quotedWord(number)}.`,
    });
  }
  const { status = 0, issues } = error;
  if (issues === undefined || status < 400 || status >= 500) return error;
  return error.with({ issues: labels.rename(issues) });
}

/** Says that a write with a lost response was carried out; unconfirmed codes are shown with `-q` too. */
export function sayRecovered({ redemptionCodes }: OrderBody, notices: Notices, name = ''): void {
  const found = `${name}The response was lost, but waybill checked: the order was saved as sent.`;
  if (redemptionCodes === undefined) notices.notice(found);
  else {
    notices.warning(
      `${found} Its redemption codes can't be read back and are unconfirmed: check them in the app.`,
    );
  }
}

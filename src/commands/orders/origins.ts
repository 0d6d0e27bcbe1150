import type { FailureIssue } from '../../failure';
import type { OrderKind } from './kinds';

/** Names what stands at a path, given the rest of the path below it. */
type Origin = (rest: readonly string[]) => string;

/**
 * Where each part of a body came from, so that an issue of the contract's or the service's
 * (`orderLineItems.1.quantity`) is told as what the user typed (`--item #2 qty`).
 */
export class Origins {
  readonly #known = new Map<string, Origin>();

  constructor(readonly kind: OrderKind) {}

  /** Says where the value at a path came from; a later word on the same path counts. */
  set(path: string, origin: string | Origin): void {
    this.#known.set(path, typeof origin === 'string' ? () => origin : origin);
  }

  /** The same origins, to which others can be added. */
  copy(): Origins {
    const origins = new Origins(this.kind);
    for (const [path, origin] of this.#known) origins.set(path, origin);
    return origins;
  }

  /** The user's name for a dotted path. */
  nameOf(path: string): string {
    const steps = path === '' ? [] : path.split('.');
    for (let length = steps.length; length >= 0; length--) {
      const origin = this.#known.get(steps.slice(0, length).join('.'));
      if (origin !== undefined) return origin(steps.slice(length));
    }
    return this.#byTable(steps);
  }

  /** What was never named is called by the flag that would have named it. */
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
      const key = this.kind.items.find(({ field }) => field === member)?.key ?? member;
      return [label, key, ...rest].join(' ');
    };
  }

  /** The issues under the user's names. */
  rename(issues: readonly FailureIssue[]): readonly FailureIssue[] {
    return issues.map(({ path, message }) => ({ path: this.nameOf(path), message }));
  }
}

import { isSameNumber, orderNumberKey } from '../contract/named';
import { lettersAndDigits } from '../lib/fold';
import { groupBy } from '../lib/once';
import { counted } from '../lib/words';
import { isRounded } from '../tabular/cells';

export interface Numbered {
  readonly orderNumber: string;
}

/** Orders by their numbers, exactly as written or in another spelling. */
export class NumberIndex<T extends Numbered> {
  readonly #exact = new Map<string, T>();
  /** By the key of the number; built when it is needed. */
  #byKey: ReadonlyMap<string, readonly T[]> | undefined;

  constructor(orders: Iterable<T> = []) {
    for (const order of orders) this.add(order);
  }

  /** Keeps the later one of two orders with one number; spaces around a number don't count. */
  add(order: T): void {
    this.#exact.set(order.orderNumber.trim(), order);
    this.#byKey = undefined;
  }

  get size(): number {
    return this.#exact.size;
  }

  values(): IterableIterator<T> {
    return this.#exact.values();
  }

  /** The order with exactly this number: numbers that differ only in case are different ones. */
  exactly(orderNumber: string): T | undefined {
    return this.#exact.get(orderNumber.trim());
  }

  /**
   * The orders whose number is this one in another spelling, as `A-1001` for `#a1001`; none if an
   * order has exactly this number, or if a spreadsheet made an exponent of it. An order that has the
   * digits of its `.0` too is one of them beside others, but does not fit by itself.
   */
  fitting(orderNumber: string): readonly T[] {
    const text = orderNumber.trim();
    if (this.#exact.has(text) || isRounded(text)) return [];
    const keyed = this.#withKey(orderNumberKey(text));
    const orders = keyed.filter((one) => isSameNumber(one.orderNumber, text));
    const whole = lettersAndDigits(text);
    const isWhole = orders.length === 0 || whole === orderNumberKey(text);
    return isWhole ? orders : [...orders, ...this.#withKey(whole)];
  }

  /** The order with exactly this number, else those that have it in another spelling. */
  meant(orderNumber: string): readonly T[] {
    const order = this.exactly(orderNumber);
    return order === undefined ? this.fitting(orderNumber) : [order];
  }

  #withKey(key: string): readonly T[] {
    this.#byKey ??= groupBy(this.#exact.values(), (order) => orderNumberKey(order.orderNumber));
    return key === '' ? [] : (this.#byKey.get(key) ?? []);
  }
}

/** Says that an order number may be that of several orders. */
export function severalFit(orderNumber: string, orders: readonly Numbered[]) {
  const numbers = [...new Set(orders.map((one) => one.orderNumber.trim()))].sort();
  return {
    code: 'several_orders',
    message: `No order has exactly the number ${orderNumber}; ${numbers.join(' and ')} fit`,
  };
}

/** `2 order numbers spelled as the order has it, such as A-1001 for "a1001".` */
export function respelledNotice(
  count: number,
  typed: string,
  orderNumber: string,
  where = '',
): string {
  const such = count === 1 ? ': ' : ', such as ';
  return `${counted(count, 'order numbers')} spelled as the order has it${such}${orderNumber} for "${typed}"${where}.`;
}

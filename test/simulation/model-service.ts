import type { RefusalForm } from '../upload/simulated-service';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

export interface Plain {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Plain => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

export const failure = (status: number, code: string, issues?: readonly object[]): Plain =>
  json(status, { error: { code, message: `It is ${code}`, issues } });

type Fields = Readonly<Record<string, unknown>>;

interface ModelOrder {
  readonly id: string;
  fields: Fields;
  readonly trackings: string[];
  /** As it is sent; forgotten when the order changes. */
  text: string | undefined;
}

interface Item {
  readonly unitPrice?: number;
  readonly quantity?: number;
  readonly expectedUnitPayout?: number;
}

const sum = (items: readonly Item[], of: (item: Item) => number | undefined) =>
  items.reduce((all, item) => all + (of(item) ?? 0) * (item.quantity ?? 1), 0);

/** What the reference leaves open. */
export interface ServiceRules {
  readonly form: RefusalForm;
  /** Whether a tracking number is skipped if any order has it, or only its own. */
  readonly skips: 'own' | 'any';
}

/** What is not in a body that creates an order. */
const usual: Fields = {
  ...{ source: 'api', orderTime: null, retailerAccount: null, shipping: 0, tax: 0, discount: 0 },
  ...{ creditCardId: null, subCreditCardId: null, cardEarnRate: 0, notes: null, cashback: null },
  ...{ createdAt: '2025-11-01T12:00:00.000Z', status: 'purchased' },
};

const others: ModelOrder[] = [];

/** The service's rules for buying group orders and tracking numbers, and nothing else of it. */
export class ModelService {
  readonly orders: ModelOrder[] = [];
  readonly #byNumber = new Map<string, ModelOrder>();
  /** By tracking number: the numbers of the orders that have it. */
  readonly #places = new Map<string, readonly string[]>();
  readonly #rules: ServiceRules;
  /** Those that no one names come first, so that what is looked for is on the last page. */
  #others: readonly ModelOrder[] = [];
  /** How many creates were refused because their number is taken. */
  conflicts = 0;

  constructor(rules: ServiceRules) {
    this.#rules = rules;
  }

  /** Adds orders that no one names. They are the same in every service, and made only once. */
  addOthers(count: number): void {
    const order = { ...usual, orderDate: '2025-10-01', buyingGroup: 'bfmr', retailer: 'Other' };
    const amounts = { subtotal: 0, total: 0, expectedPayout: 0, orderLineItems: [] };
    for (let one = others.length; one < count; one++) {
      const id = `00000000-0000-4000-9000-${String(one).padStart(12, '0')}`;
      const fields = { ...order, ...amounts, orderNumber: `OTHER-${one}` };
      others.push({ id, fields, trackings: [], text: undefined });
    }
    this.#others = others.slice(0, count);
  }

  order(orderNumber: string): Fields | undefined {
    return this.#byNumber.get(orderNumber)?.fields;
  }
  /** The orders that have this number. */
  placesOf(trackingNumber: string): readonly string[] {
    return this.#places.get(trackingNumber) ?? [];
  }
  /** Adds a tracking number to an order; false if it is skipped. */
  put({ orderNumber, trackingNumber }: Readonly<Record<string, string>>): boolean {
    const order = this.#byNumber.get(orderNumber ?? '');
    if (order === undefined || trackingNumber === undefined) return false;
    const places = this.placesOf(trackingNumber);
    if (this.#rules.skips === 'any' ? places.length > 0 : places.includes(orderNumber ?? '')) {
      return false;
    }
    this.#places.set(trackingNumber, [...places, orderNumber ?? '']);
    order.trackings.push(trackingNumber);
    order.text = undefined;
    if (order.fields.status === 'purchased') order.fields = { ...order.fields, status: 'shipped' };
    return true;
  }
  /** Everything that is on an order, to compare two services. */
  contents(): string {
    const orders = this.orders.map(({ fields, trackings }) =>
      JSON.stringify([fields, trackings.toSorted()]),
    );
    return orders.sort().join('\n');
  }

  add(fields: Fields): ModelOrder {
    const id = `00000000-0000-4000-8000-${String(this.orders.length).padStart(12, '0')}`;
    const order: ModelOrder = { id, fields: {}, trackings: [], text: undefined };
    this.orders.push(order);
    this.#change(order, { ...usual, ...fields });
    return order;
  }

  /** Changes an order as somebody else would. */
  set(orderNumber: string, fields: Fields): void {
    const order = this.#byNumber.get(orderNumber);
    if (order !== undefined) this.#change(order, { ...order.fields, ...fields });
  }

  #change(order: ModelOrder, fields: Fields): void {
    const items = ((fields.orderLineItems ?? []) as (Item & Fields)[]).map((item, place) => ({
      ...{ id: `${order.id}-${place}`, description: null, model: null, expectedUnitPayout: 0 },
      ...item,
    }));
    const subtotal = sum(items, ({ unitPrice }) => unitPrice);
    const amount = (name: string) => Number(fields[name]);
    this.#byNumber.delete(String(order.fields.orderNumber));
    order.fields = {
      ...{ ...fields, subtotal, orderLineItems: items },
      total: subtotal + amount('shipping') + amount('tax') - amount('discount'),
      expectedPayout: sum(items, ({ expectedUnitPayout }) => expectedUnitPayout),
    };
    order.text = undefined;
    this.#byNumber.set(String(fields.orderNumber), order);
  }

  #text(order: ModelOrder): string {
    const { id, fields, trackings } = order;
    const carriers = { carrier: 'unknown', itemCount: null };
    const numbers = trackings.map((trackingNumber) => ({ trackingNumber, ...carriers }));
    order.text ??= JSON.stringify({ id, ...fields, trackingNumbers: numbers });
    return order.text;
  }

  handle({ method, path, body }: Asked): Plain {
    const [name = '', query = ''] = path.split('/api/v1/')[1]?.split('?') ?? [];
    const sent = body === undefined ? undefined : JSON.parse(body);
    const [list, id] = name.split('/');
    if (method === 'POST' && name === 'shipments') return this.#ship(sent.shipments);
    if (list === 'gift-card-orders' && method === 'GET') return this.#page([], query);
    if (list !== 'buying-group-orders') return failure(404, 'not_found');
    if (method === 'POST') return this.#create(sent);
    if (id === undefined) return this.#page([...this.#others, ...this.orders], query);
    const order = this.orders[Number(id.slice(-12))];
    if (order === undefined) return failure(404, 'not_found');
    if (method === 'PATCH') {
      const taken = this.#byNumber.get(String(sent.orderNumber));
      if (taken !== undefined && taken !== order) return failure(409, 'duplicate_order_number');
      this.#change(order, { ...order.fields, ...sent });
    }
    return this.#whole(200, order);
  }

  #page(orders: readonly ModelOrder[], query: string): Plain {
    const read = new URLSearchParams(query);
    const [limit, offset] = [Number(read.get('limit') ?? 25), Number(read.get('offset') ?? 0)];
    const some = orders.slice(offset, offset + limit).map((order) => this.#text(order));
    const pagination = JSON.stringify({ limit, offset, totalCount: orders.length });
    return {
      ...json(200, null),
      body: Buffer.from(`{"data":[${some.join()}],"pagination":${pagination}}`),
    };
  }

  #whole(status: number, order: ModelOrder): Plain {
    return { ...json(status, null), body: Buffer.from(`{"data":${this.#text(order)}}`) };
  }

  #create(fields: Fields): Plain {
    if (this.#byNumber.has(String(fields.orderNumber))) {
      this.conflicts++;
      return failure(409, 'duplicate_order_number');
    }
    return this.#whole(201, this.add(fields));
  }

  matches({ orderNumber, retailer }: Readonly<Record<'orderNumber' | 'retailer', string>>) {
    return this.order(orderNumber)?.retailer === retailer;
  }

  #ship(shipments: readonly Readonly<Record<string, string>>[]): Plain {
    const unmatched = shipments.flatMap((one, index) => (this.matches(one as never) ? [] : index));
    if (unmatched.length > 0) return this.#refusal(shipments.length, unmatched);
    const addedCount = shipments.filter((one) => this.put(one)).length;
    return json(200, { data: { addedCount } });
  }

  #refusal(length: number, unmatched: readonly number[]): Plain {
    const issue = (position: number) => ({
      path: `shipments.${position}.orderNumber`,
      message: 'matches no order',
    });
    const good = Array.from({ length }, (_, at) => at).find((at) => !unmatched.includes(at));
    const issues = {
      issues: unmatched.map(issue),
      'first issue': unmatched.slice(0, 1).map(issue),
      bare: undefined,
      'out of range': [issue(length + 3)],
      misleading: good === undefined ? undefined : [issue(good)],
    }[this.#rules.form];
    return failure(400, 'invalid_request', issues);
  }
}

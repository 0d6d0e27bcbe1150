import type { Shipment } from '../../src/contract/bodies';
import { Failure } from '../../src/failure';
import type { ShipmentsApi } from '../../src/imports/shipments/shipments-kind';

/** The form of a refusal: cli.md leaves it open, so an upload must cope with all of these. */
export const refusalForms = [
  'issues',
  'first issue',
  'bare',
  'out of range',
  'misleading',
] as const;
export type RefusalForm = (typeof refusalForms)[number];

/** An order as the service knows it. */
export interface KnownOrder {
  readonly orderNumber: string;
  readonly retailer: string;
}

export interface Sent {
  readonly rows: readonly string[];
  readonly taken: boolean;
}

type AddShipments = ShipmentsApi['addShipments'];

/** The rules of "Add shipments", and nothing else of the service. */
export class SimulatedService {
  readonly #orders: ReadonlyMap<string, string>;
  readonly #form: RefusalForm;
  /** By order number. */
  readonly tracking = new Map<string, Set<string>>();
  readonly requests: Sent[] = [];
  /** Called before each request; if it throws, the request fails with that. */
  beforeRequest: (shipments: readonly Shipment[]) => void = () => {};
  afterRequest: () => void = () => {};
  onRead: () => void = () => {};

  constructor(orders: readonly KnownOrder[], form: RefusalForm) {
    this.#orders = new Map(orders.map(({ orderNumber, retailer }) => [orderNumber, retailer]));
    this.#form = form;
  }

  put({ orderNumber, trackingNumber }: Shipment): boolean {
    const numbers = this.tracking.get(orderNumber) ?? new Set();
    this.tracking.set(orderNumber, numbers);
    if (numbers.has(trackingNumber)) return false;
    numbers.add(trackingNumber);
    return true;
  }

  matches({ orderNumber, retailer }: Shipment): boolean {
    return this.#orders.get(orderNumber) === retailer;
  }

  /** Everything that is on an order, to compare two services. */
  contents(): readonly string[] {
    return [...this.tracking]
      .flatMap(([order, numbers]) => [...numbers].map((number) => `${order} ${number}`))
      .sort();
  }

  #refusal(shipments: readonly Shipment[], unmatched: readonly number[]): Failure {
    const issue = (position: number) => ({
      path: `shipments.${position}.orderNumber`,
      message: `no order ${shipments[position]?.orderNumber}`,
    });
    const good = shipments.findIndex((one) => this.matches(one));
    const issues = {
      issues: unmatched.map(issue),
      'first issue': unmatched.slice(0, 1).map(issue),
      bare: [],
      'out of range': [issue(shipments.length + 3)],
      misleading: good === -1 ? [] : [issue(good)],
    }[this.#form];
    return new Failure({
      ending: 'refused',
      code: 'invalid_request',
      status: 400,
      message: 'A shipment matches no order',
      issues,
    });
  }

  addShipments: AddShipments = async (shipments, options = {}) => {
    await options.beforeTry?.();
    this.beforeRequest(shipments);
    const unmatched = shipments.flatMap((one, index) => (this.matches(one) ? [] : [index]));
    const rows = shipments.map(
      ({ orderNumber, trackingNumber: number }) => `${orderNumber} ${number}`,
    );
    this.requests.push({ rows, taken: unmatched.length === 0 });
    if (unmatched.length > 0) {
      this.afterRequest();
      throw this.#refusal(shipments, unmatched);
    }
    const addedCount = shipments.filter((one) => this.put(one)).length;
    this.afterRequest();
    return { addedCount, repeated: false };
  };

  /** The service as an upload sees it. */
  api(): ShipmentsApi {
    const orders = () =>
      [...this.#orders].map(([orderNumber, retailer]) => ({
        orderNumber,
        retailer,
        trackingNumbers: [...(this.tracking.get(orderNumber) ?? [])].map((trackingNumber) => ({
          trackingNumber,
        })),
      }));
    const { onRead } = this;
    const collection = {
      async page(range: { limit: number; offset: number }) {
        onRead();
        const all = orders();
        const data = all.slice(range.offset, range.offset + range.limit);
        return { data, pagination: { ...range, totalCount: all.length } };
      },
      async *each() {
        onRead();
        yield* orders();
      },
    };
    // Only the parts of an order that shipments use.
    return {
      addShipments: this.addShipments,
      buyingGroupOrders: collection as unknown as ShipmentsApi['buyingGroupOrders'],
      giftCardOrders: {
        ...collection,
        count: async () => 0,
        async *each() {},
      } as unknown as ShipmentsApi['giftCardOrders'],
    };
  }
}

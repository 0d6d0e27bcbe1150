/** Cents of line items: what each costs, times how many. */
export function subtotalOf<Item extends { readonly quantity: number }>(
  items: readonly Item[],
  price: (item: Item) => number,
): number {
  return items.reduce((cents, item) => cents + price(item) * item.quantity, 0);
}

/** Cents of a whole order; the service derives them the same way. */
export function orderTotal(
  subtotal: number,
  { shipping, tax, discount }: Readonly<Record<'shipping' | 'tax' | 'discount', number>>,
): number {
  return subtotal + shipping + tax - discount;
}

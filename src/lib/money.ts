/** `123456` cents become `1234.56`. Works on the digits as text, without floats. */
export function dollars(cents: number | bigint): string {
  const digits = String(cents).replace('-', '').padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `123456` cents become `$1,234.56`. */
export function dollarsForPeople(cents: number | bigint): string {
  const amount = dollars(cents).replace(/\B(?=(\d{3})+\.)/g, ',');
  return amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`;
}

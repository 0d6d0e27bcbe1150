/** A version 4 uuid (RFC 9562, 5.4) from a source of numbers in [0, 1). */
export function uuid(random: () => number): string {
  let digits = '';
  for (let index = 0; index < 8; index++) {
    digits += Math.floor(random() * 0x1_0000)
      .toString(16)
      .padStart(4, '0');
  }
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
}

/** A version 4 uuid (RFC 9562, 5.4) from a source of numbers in [0, 1). */
export function uuid(random: () => number): string {
  const sixteenBits = () =>
    Math.floor(random() * 0x1_0000)
      .toString(16)
      .padStart(4, '0');
  const digits = Array.from({ length: 8 }, sixteenBits).join('');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}

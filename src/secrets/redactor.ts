import { mask, Secret } from './secret';

/** Shorter values are no secrets worth the name, and masking them would eat innocent text. */
const shortest = 4;
/**
 * What stands on stdout is data that must come out byte for byte: a PIN of `1234` is no reason to
 * mask a price of 1234 cents. No number of the service's is as long as this.
 */
const shortestOnStdout = 12;

/** The spellings a value can take on its way into a text: as it is, inside JSON, inside a URL. */
function spellings(value: string): string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(Buffer.from(value).toString()),
  ];
}

/**
 * Knows every secret value of the run and masks it wherever it turns up: the API secret, the
 * redemption codes and PINs that were read. It stands in front of the streams, and whatever writes
 * a text to disk or into an error passes it through `clean` first.
 */
export class Redactor {
  /** Longest first, so that a value inside another does not leave the rest of it standing. */
  #values: readonly string[] = [];

  add(secret: Secret | string): void {
    const value = secret instanceof Secret ? secret.reveal() : secret;
    if (value.length < shortest) return;
    const all = new Set([...this.#values, ...spellings(value)]);
    this.#values = [...all].sort((one, other) => other.length - one.length);
  }

  /** The text with every known secret masked. */
  clean(text: string): string {
    return this.#clean(text, shortest);
  }

  /** As `clean`, for results: only values too long to be taken for anything else. */
  cleanResult(text: string): string {
    return this.#clean(text, shortestOnStdout);
  }

  #clean(text: string, minimum: number): string {
    let cleaned = text;
    for (const value of this.#values) {
      if (value.length < minimum) break;
      if (cleaned.includes(value)) cleaned = cleaned.replaceAll(value, mask);
    }
    return cleaned;
  }
}

import { inspect } from 'node:util';

export const mask = '••••';

/**
 * A value that must not be seen: however it is printed, logged, serialised or put into a template,
 * it shows as `••••`. Only `reveal` gives it out, and only the request that needs it calls that.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [inspect.custom](): string {
    return mask;
  }
}

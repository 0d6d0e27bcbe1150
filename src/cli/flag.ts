import { usageFailure } from '../failure';
import { nameHint } from '../lib/suggest';
import { commaParts } from '../lib/words';

/** Values for completion that are not declared, such as those of the account. */
export type Completion =
  | 'file'
  | 'profile'
  | 'card'
  | 'subcard'
  | 'order'
  | 'giftcard'
  | 'group'
  | 'platform'
  /** A group or a platform. */
  | 'payer'
  | 'retailer'
  | 'job'
  | 'fields'
  | 'command'
  /** The values of the setting before it. */
  | 'setting';

/** A flag, declared once for parsing, help, completion and docs. `T` is the value that a command receives. */
export interface Flag<T> {
  readonly describe: string;
  /** Absent for a switch, which takes no value. */
  readonly placeholder?: string;
  readonly short?: string;
  readonly repeatable?: boolean;
  readonly environment?: string;
  /** Set if `waybill config set` can save it in a profile. */
  readonly setting?: boolean;
  readonly defaultText?: string;
  /** Shown in help: `1 to 16`. */
  readonly rangeText?: string;
  readonly choices?: readonly string[];
  /** Set if several choices may be joined by commas. */
  readonly joined?: boolean;
  /** Set if the command needs it, so that the usage line shows it. */
  readonly required?: boolean;
  /** The keys of flags that can't be given together with this one. */
  readonly conflicts?: readonly string[];
  readonly complete?: Completion;
  /** Known values for completion to offer; others are accepted too. */
  readonly suggestions?: readonly string[];
  /** Heading in help; without one, a command's own flags are under "Flags". */
  readonly group?: string;
  /** Set if the command's help only names it: the topic or command whose help explains it. */
  readonly explainedIn?: string;
  /** Turns what was typed (all occurrences in order, empty for an absent flag) into the value. */
  parse(typed: readonly string[], label: string): T;
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never;
};

/** The rest of a flag comes from the function that declares it. */
type Extras = Omit<
  Flag<unknown>,
  'describe' | 'placeholder' | 'repeatable' | 'joined' | 'rangeText' | 'choices' | 'parse'
>;

/** `order-number` for `orderNumber`. */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `--no-input` for `noInput`. */
export function flagLabel(key: string): string {
  return `--${kebab(key)}`;
}

const onWords: readonly string[] = ['1', 'true', 'yes', 'on'];
const offWords: readonly string[] = ['0', 'false', 'no', 'off', ''];

/**
 * A flag without a value. Its variable has one, and a misspelled one must not decide by accident whether a
 * run touches the account (`WAYBILL_SANDBOX=ture`).
 */
export function toggle(describe: string, extras: Extras = {}): Flag<boolean> {
  return {
    describe,
    ...extras,
    parse: (typed, label) => {
      const last = typed.at(-1);
      if (last === undefined) return false;
      const word = last.trim().toLowerCase();
      if (onWords.includes(word)) return true;
      if (offWords.includes(word)) return false;
      throw usageFailure(`${label} takes 1 or 0, not "${last}"`);
    },
  };
}

/** A flag with one value. `read` parses it, or throws a usage failure that quotes what was typed. */
export function valued<T>(
  placeholder: string,
  describe: string,
  read: (text: string, label: string) => T,
  extras: Extras & Pick<Flag<unknown>, 'choices' | 'joined' | 'rangeText'> = {},
): Flag<T | undefined> {
  return {
    describe,
    placeholder,
    ...extras,
    parse: (typed, label) => {
      const last = typed.at(-1);
      return last === undefined ? undefined : read(last, label);
    },
  };
}

export function refuseEmpty(typed: string, label: string): string {
  if (typed.trim() === '') {
    throw usageFailure(`${label} is empty`, {
      hint: 'In a script, the usual cause is a variable that is not set.',
    });
  }
  return typed;
}

/** A flag with a variable: `WAYBILL_TIMEOUT`. */
export const fromVariable = (name: string) => ({ environment: `WAYBILL_${name}` });
/** A flag with a variable, and a setting of a profile. */
export const keptSetting = (name: string) => ({ ...fromVariable(name), setting: true });

export function text(placeholder: string, describe: string, extras: Extras = {}) {
  return valued(placeholder, describe, refuseEmpty, extras);
}

/** Decimal digits only; anything else is a usage failure. */
export function integer(
  placeholder: string,
  describe: string,
  { minimum, maximum, ...extras }: Extras & { minimum: number; maximum?: number },
) {
  return valued(
    placeholder,
    describe,
    (typed, label) => {
      const value = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (!(value >= minimum && value <= (maximum ?? Number.MAX_SAFE_INTEGER))) {
        const range =
          maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
        throw usageFailure(`${label} takes a whole number ${range}, not "${typed}"`);
      }
      return value;
    },
    maximum === undefined ? extras : { ...extras, rangeText: `${minimum} to ${maximum}` },
  );
}

/** One day. With more than 2^31 milliseconds, a timer would fire immediately. */
const longestSeconds = 86_400;

/** A number of seconds, fractions allowed; no smaller than `minimum`, which is zero by default. */
export function seconds(describe: string, extras: Extras & { minimum?: number } = {}) {
  const { minimum = 0, ...rest } = extras;
  return valued(
    '<seconds>',
    describe,
    (typed, label) => {
      const value = /^\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
      if (!(value >= minimum && value <= longestSeconds)) {
        throw usageFailure(
          `${label} takes a number of seconds${minimum > 0 ? ' above zero' : ''}, not "${typed}"`,
          value > longestSeconds ? { hint: `At most ${longestSeconds}, a day.` } : {},
        );
      }
      return value;
    },
    rest,
  );
}

/** The choice that was typed, in any case. Throws a usage failure with all of them, the closest first. */
export function readChoice<T extends string>(
  typed: string,
  label: string,
  choices: readonly T[],
  suggested: readonly string[] = choices,
): T {
  const wanted = typed.trim().toLowerCase();
  const found = choices.find((choice) => choice.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw usageFailure(`Invalid value "${typed}" for ${label}`, {
    hint:
      choices.length === 0
        ? 'Leave it out: there is none.'
        : nameHint(wanted, suggested, `Choose one of ${choices.join(', ')}.`),
  });
}

export function choice<const T extends string>(
  placeholder: string,
  describe: string,
  choices: readonly T[],
  extras: Extras = {},
): Flag<T | undefined> {
  return valued(placeholder, describe, (typed, label) => readChoice(typed, label, choices), {
    ...extras,
    choices,
  });
}

/** Several of a fixed set of values, joined by commas; the flag may also be repeated. */
export function choices<const T extends string>(
  placeholder: string,
  describe: string,
  allowed: readonly T[],
): Flag<readonly T[] | undefined> {
  return repeated(choice(placeholder, describe, allowed), { joined: true });
}

export function texts(placeholder: string, describe: string, extras: Extras = {}) {
  return repeated(text(placeholder, describe, extras), { joined: true });
}

/** Flags under a heading of help; `explainedIn` is the topic or command whose help explains them. */
export function underHeading<F extends Flags>(group: string, flags: F, explainedIn?: string): F {
  const more = { group, ...(explainedIn !== undefined && { explainedIn }) };
  const entries = Object.entries(flags).map(([key, flag]) => [key, { ...flag, ...more }]);
  return Object.fromEntries(entries) as F;
}

function split(typed: string, label: string): readonly string[] {
  const parts = commaParts(typed);
  refuseEmpty(parts.join(''), label);
  return parts;
}

/** Lets the flag be repeated; if `joined`, one value may contain several, separated by commas. */
export function repeated<T>(
  flag: Flag<T | undefined>,
  { joined = false }: { joined?: boolean } = {},
): Flag<readonly T[] | undefined> {
  return {
    ...flag,
    repeatable: true,
    joined,
    parse: (typed, label) => {
      if (typed.length === 0) return undefined;
      const values = joined ? typed.flatMap((one) => split(one, label)) : typed;
      return values.flatMap((one) => {
        const value = flag.parse([one], label);
        return value === undefined ? [] : [value];
      });
    },
  };
}

export function withDefault<T>(
  flag: Flag<T | undefined>,
  value: T,
  shown: string = String(value),
): Flag<T> {
  return {
    ...flag,
    defaultText: shown,
    parse: (typed, label) => flag.parse(typed, label) ?? value,
  };
}

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `90s`, `10m`, `24h`, `7d` or `2w`, in milliseconds. Throws a usage failure that quotes it. */
export function readDuration(typed: string, label: string): number {
  const [, digits, unit] = /^(\d{1,6})([smhdw])$/i.exec(typed.trim()) ?? [];
  if (digits !== undefined && unit !== undefined) {
    return Number(digits) * units[unit.toLowerCase() as keyof typeof units];
  }
  throw usageFailure(`${label} takes a duration, not "${typed}"`, {
    hint: 'Use 90s, 10m, 24h, 7d or 2w.',
  });
}

/** Standard input can be read only once. Throws if two flags ask for it. */
export function refuseSharedStdin(files: Readonly<Record<string, string | undefined>>): void {
  const [first, second] = Object.entries(files).filter(([, path]) => path === '-');
  if (first === undefined || second === undefined) return;
  throw usageFailure(`${first[0]} and ${second[0]} can't both read from standard input`);
}

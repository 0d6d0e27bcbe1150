import { Failure } from '../../failure';
import { quotedWord } from '../../lib/words';

/** A flag that answers a question, with its value as typed. */
export type FlagAnswer = readonly [flag: AnswerFlag, value: string];
export type AnswerFlag =
  | ('map' | 'ignore' | 'prices' | 'payouts' | 'money' | 'difference')
  | ('group' | 'platform' | 'retailer');

/** A question that a file leaves open: about a column, a unit or a group. */
export interface OpenQuestion {
  /** Continues a sentence that begins with the file: `has a column "Bag Fee" that is not read (line 2: $0.98)`. */
  readonly message: string | undefined;
  /** The field, if the answers are columns that may hold it. */
  readonly field?: string;
  /** For a person at a terminal. */
  readonly question: string;
  /** The flag of an answer that is typed, beside those to choose from. */
  readonly typed?: AnswerFlag | undefined;
  readonly answers: readonly { readonly label: string; readonly flags: readonly FlagAnswer[] }[];
  /** The flags in the command to copy; in `<…>` where only a person knows the value. */
  readonly proposed: readonly FlagAnswer[];
}

/** Each flag once: several answers may name one column of a field whose amounts add up. */
export function eachFlagOnce(flags: readonly FlagAnswer[]): readonly FlagAnswer[] {
  return [...new Map(flags.map((one) => [one.join(' '), one])).values()];
}

/** Flags as they are typed: `--map 'tax=Order Tax'`. */
export function flagsText(flags: readonly FlagAnswer[]): string {
  return flags.map(([flag, value]) => `--${flag} ${quotedWord(value)}`).join(' ');
}

export interface OpenFile {
  readonly name: string;
  /** The command as typed. */
  readonly command: string;
  readonly header: readonly string[];
  /** The first rows, without cells about persons. */
  readonly rows: readonly (readonly string[])[];
}

/** A file that can't be read without answers: exit 2, with all questions and one command to copy. */
export class OpenQuestions extends Failure {
  constructor(
    readonly questions: readonly OpenQuestion[],
    readonly file: OpenFile,
  ) {
    const flags = eachFlagOnce(questions.flatMap(({ proposed }) => proposed));
    super({
      ending: 'usage',
      code: 'usage',
      message: `${file.name} ${questions.flatMap(({ message }) => message ?? []).join('; it ')}`,
      hint: `Nothing was sent. Say how to read it: ${file.command} ${flagsText(flags)}`,
    });
  }
}

/** A question that only a person can answer, with the flag that answers it in a script. */
interface Question {
  readonly question: string;
  /** What to give instead of an answer: `--secret-stdin`, `--store keychain|file`. */
  readonly flag: string;
}

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/**
 * Asked on stderr, and only where stdin is a terminal and --no-input is off; elsewhere each is a
 * usage failure that names the flag. Ctrl-C ends the run (exit 130), the terminal as it was.
 */
export interface Questions {
  /** True at once with --yes. */
  confirm(question: string): Promise<boolean>;
  text(question: Question): Promise<string>;
  /** Nothing of the answer is shown. */
  secret(question: Question): Promise<string>;
  choose<T extends string>(
    question: Question & { readonly choices: readonly Choice<T>[] },
  ): Promise<T>;
}

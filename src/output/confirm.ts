import { declinedCode, Failure } from '../failure';
import type { Questions } from './questions';

/** Returns after a yes. Throws (exit 2) after a no, and when prompting is impossible without --yes. */
export async function confirm(
  question: string,
  context: { questions(): Promise<Questions> },
  declined = 'Nothing was sent',
): Promise<void> {
  if (await (await context.questions()).confirm(question)) return;
  throw new Failure({ ending: 'usage', code: declinedCode, message: `Cancelled. ${declined}` });
}

/** The same, but returns if waybill can't prompt: a script that runs the command means to. */
export async function confirmIfPossible(...given: Parameters<typeof confirm>): Promise<void> {
  if ((await given[1].questions()).possible) await confirm(...given);
}

import { Failure } from '../failure';
import type { Questions } from './questions';

/**
 * Goes on after a yes. Throws (exit 2) after a no, and where no one can be asked and --yes was not
 * given.
 */
export async function confirm(
  question: string,
  context: { questions(): Promise<Questions> },
  declined = 'Nothing was sent',
): Promise<void> {
  if (await (await context.questions()).confirm(question)) return;
  throw new Failure({ ending: 'usage', code: 'declined', message: declined });
}

import type { Context } from '../context';
import { Failure } from '../failure';

/**
 * Goes on after a yes. Throws (exit 2) after a no, and where nobody can be asked and --yes was not
 * given.
 */
export async function confirm(
  question: string,
  context: Pick<Context, 'questions'>,
  declined = 'Nothing was sent',
): Promise<void> {
  if (await (await context.questions()).confirm(question)) return;
  throw new Failure({ ending: 'usage', code: 'declined', message: declined });
}

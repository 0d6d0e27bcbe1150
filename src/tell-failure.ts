import type { Failure } from './failure';
import { errorReport } from './output/error-report';
import type { Screen } from './output/screen';
import { paintOn, presentation, type Teller } from './presentation';

/** Tells on stderr what went wrong, in the format and the colours that the user asked for. */
export async function tellFailure(
  failure: Failure,
  teller: Teller & { readonly screen: Screen },
): Promise<void> {
  const { stderr } = teller.world;
  const { output = 'table', debug } = presentation(teller);
  const paint = await paintOn(stderr, teller);
  teller.screen.clear();
  stderr.write(errorReport(failure, { format: output, debug, paint }));
}

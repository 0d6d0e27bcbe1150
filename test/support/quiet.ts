import type { Reporter } from '../../src/http/trace';
import { Redactor } from '../../src/secrets/secret';

/** A client's reporter that logs nothing, and a redactor of its own. */
export function quietParts(): { reporter: Reporter; redactor: Redactor } {
  const reporter: Reporter = {
    detail: 'none',
    line: () => {},
    notice: () => {},
    succeeded: () => {},
  };
  return { reporter, redactor: new Redactor() };
}

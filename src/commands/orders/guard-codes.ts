import { codesIn } from '../../secrets/codes';
import type { Redactor } from '../../secrets/redactor';

/** Puts every code and PIN behind the redactor, however the list that holds them is shaped. */
export function guardCodes(codes: unknown, redactor: Redactor): void {
  for (const secret of codesIn({ redemptionCodes: codes })) redactor.add(secret);
}

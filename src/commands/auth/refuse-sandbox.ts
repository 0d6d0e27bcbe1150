import { usageFailure } from '../../failure';
import type { Settings } from '../../settings/resolve';

/** Credentials are an account's; asking the practice service about them would prove nothing. */
export function refuseSandbox({ sandbox }: Settings): void {
  if (!sandbox) return;
  throw usageFailure('The sandbox needs no credentials', {
    hint: 'Leave --sandbox (WAYBILL_SANDBOX) out: this is for accounts.',
  });
}

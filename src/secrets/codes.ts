import { secretCodeFields } from '../contract/values';
import { mask } from './secret';

const secretMembers: readonly string[] = secretCodeFields;
const codeList = 'redemptionCodes';

/** A copy with `replace` put in the place of every code and PIN inside a list of redemption codes. */
function replaceCodes(
  value: unknown,
  inside: boolean,
  replace: (secret: string) => string,
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceCodes(one, inside, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const secret = inside && secretMembers.includes(name) && member !== null;
      return [
        name,
        secret
          ? replace(String(member))
          : replaceCodes(member, inside || name === codeList, replace),
      ];
    }),
  );
}

/** A request body as it may be shown: codes and PINs masked, the rest as it is. */
export function maskCodes(body: unknown): unknown {
  return replaceCodes(body, false, () => mask);
}

/** Every code and PIN that a request body carries, for the redactor. */
export function codesIn(body: unknown): readonly string[] {
  const codes: string[] = [];
  replaceCodes(body, false, (secret) => {
    codes.push(secret);
    return secret;
  });
  return codes;
}

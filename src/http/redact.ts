import { credentialHeaders } from '../contract/values';
import { mask } from '../secrets/secret';

const secretHeaders: readonly string[] = [
  ...Object.values(credentialHeaders),
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
];

/** The headers as they may be shown. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.includes(name.toLowerCase()) ? mask : value,
    ]),
  );
}

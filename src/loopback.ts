/**
 * Whether a URL's `hostname` means this machine: `localhost` (RFC 6761, 6.3), 127.0.0.0/8 and ::1.
 * `URL` has brought the other spellings into these already: `127.1`, `0x7f000001`, `[0:0:0:0:0:0:0:1]`.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

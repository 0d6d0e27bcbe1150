/**
 * Whether a URL's `hostname` is this machine: `localhost` (RFC 6761, 6.3), 127.0.0.0/8 and ::1.
 * `URL` has already normalized the other spellings to these: `127.1`, `0x7f000001`,
 * `[0:0:0:0:0:0:0:1]`.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** True if a `hostname` as `URL` writes it is this machine: `localhost` (RFC 6761, 6.3), 127.0.0.0/8, ::1. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

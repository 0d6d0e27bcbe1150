import { sep, win32 } from 'node:path';

/** The file that PostgreSQL reads passwords from, on the system whose paths have this separator. */
export function passwordFile(separator: string = sep): string {
  return separator === win32.sep ? '%APPDATA%\\postgresql\\pgpass.conf' : '~/.pgpass';
}

/** Advice to keep a password there; Windows keeps the folder for its user and has no modes. */
export function passwordHint(separator: string = sep): string {
  const modes = separator === win32.sep ? '' : ', chmod 600';
  return `Put it in ${passwordFile(separator)} (host:port:database:user:password${modes}), or set PGPASSWORD.`;
}

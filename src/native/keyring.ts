/**
 * The keychain's library. Only this directory names native packages. Not every platform has the
 * native part; importing this throws if it is missing.
 */
export { Entry, type EntryOptions } from '@napi-rs/keyring';

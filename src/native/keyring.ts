/**
 * The keychain's library. Native packages are named in this directory and nowhere else. Not every platform
 * has the native part: importing this throws where it is missing.
 */
export { Entry, type EntryOptions } from '@napi-rs/keyring';

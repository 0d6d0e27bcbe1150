/**
 * The keychain's library. Native packages are named here and nowhere else, by a literal path, so that
 * anyone who bundles them into one executable replaces this one file. Not every platform has the native
 * part: importing this throws where it is missing.
 */
export { Entry, type EntryOptions } from '@napi-rs/keyring';

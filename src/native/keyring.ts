/** The keychain's library. Importing this throws where its native part is missing. */
export { Entry, type EntryOptions } from '@napi-rs/keyring';

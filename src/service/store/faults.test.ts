import { describe, expect, test } from 'vitest';
import { Libsql } from '../../native/libsql';
import { fileFailure } from './faults';

const path = '/home/dana/sandbox.db';
const sqliteError = (code: string) => new Libsql.SqliteError('as SQLite words it', code);

describe('a fault of the file is a failure with the way out', () => {
  test.each([
    ['SQLITE_NOTADB', 'is not a usable database', 'Move it away'],
    ['SQLITE_CORRUPT', 'is not a usable database', 'Move it away'],
    ['SQLITE_CORRUPT_INDEX', 'is not a usable database', 'Move it away'],
    ['SQLITE_READONLY', 'cannot be opened for writing', 'permissions'],
    ['SQLITE_READONLY_DIRECTORY', 'cannot be opened for writing', 'permissions'],
    ['SQLITE_CANTOPEN', 'cannot be opened for writing', 'permissions'],
    ['SQLITE_FULL', 'cannot be written: the disk is full', 'Free some space'],
    ['SQLITE_IOERR_WRITE', 'cannot be read or written', 'Check the disk'],
    ['SQLITE_BUSY', 'is in use by another process', 'Run the command again'],
    ['SQLITE_BUSY_SNAPSHOT', 'is in use by another process', 'Run the command again'],
  ])('%s', (code, says, wayOut) => {
    const failure = fileFailure(path, sqliteError(code));
    expect(failure).toMatchObject({ ending: 'localFile', code: 'local_file', exitCode: 14 });
    expect(failure?.message).toContain(`${path} ${says}`);
    expect(failure?.hint).toContain(wayOut);
  });

  test('a folder that is no database file, which libsql tells without a code', () => {
    let caught: unknown;
    try {
      new Libsql('/');
    } catch (error) {
      caught = error;
    }
    expect(fileFailure(path, caught)?.message).toContain('cannot be opened');
  });
});

test.each([
  'no such table: deals',
  'no such column: notes',
  'table orders has no column named notes',
  'malformed JSON',
])('what the service never leaves behind was done by others: %s', (message) => {
  const failure = fileFailure(path, new Libsql.SqliteError(message, 'SQLITE_ERROR'));
  expect(failure).toMatchObject({ exitCode: 14 });
  expect(failure?.message).toBe(
    `The sandbox database ${path} is not a usable database (${message})`,
  );
});

test.each([
  sqliteError('SQLITE_ERROR'),
  sqliteError('SQLITE_CONSTRAINT_UNIQUE'),
  new TypeError('undefined is not a function'),
  'a string',
  undefined,
])('anything else is no fault of the file: %s', (error) => {
  expect(fileFailure(path, error)).toBeUndefined();
});

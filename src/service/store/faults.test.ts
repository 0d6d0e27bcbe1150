import { describe, expect, test } from 'vitest';
import { inSnapshot, inTransaction, Libsql } from '../../native/libsql';
import { openDatabase } from './database';
import { fileFailure } from './faults';
import { createStore } from './store';

const path = '/home/dana/sandbox.db';
const sqliteError = (code: string) => new Libsql.SqliteError('in the words of SQLite', code);

describe('turns a fault of the file into a failure with a hint', () => {
  test.each([
    ['SQLITE_NOTADB', 'is not a usable database', 'Move it away'],
    ['SQLITE_CORRUPT', 'is not a usable database', 'Move it away'],
    ['SQLITE_CORRUPT_INDEX', 'is not a usable database', 'Move it away'],
    ['SQLITE_READONLY', "can't be opened for writing", 'permissions'],
    ['SQLITE_READONLY_DIRECTORY', "can't be opened for writing", 'permissions'],
    ['UNKNOWN_SQLITE_ERROR_1544', "can't be opened for writing", 'permissions'],
    ['SQLITE_CANTOPEN', "can't be opened for writing", 'permissions'],
    ['SQLITE_FULL', "can't be written: the disk is full", 'Free some space'],
    ['SQLITE_IOERR_WRITE', "can't be read or written", 'Check the disk'],
    ['SQLITE_PROTOCOL', "can't be read or written", 'Check the disk'],
    ['SQLITE_BUSY', 'is in use by another process', 'Run the command again'],
    ['SQLITE_BUSY_SNAPSHOT', 'is in use by another process', 'Run the command again'],
  ])('%s', (code, says, wayOut) => {
    const failure = fileFailure(path, sqliteError(code));
    expect(failure).toMatchObject({ ending: 'localFile', code: 'local_file', exitCode: 14 });
    expect(failure?.message).toContain(`${path} ${says}`);
    expect(failure?.hint).toContain(wayOut);
  });

  test('recognizes a folder, for which libsql gives no code', () => {
    let caught: unknown;
    try {
      new Libsql('/');
    } catch (error) {
      caught = error;
    }
    expect(fileFailure(path, caught)?.message).toContain("can't be opened");
  });
});

test.each([
  'no such table: deals',
  'no such column: notes',
  'table orders has no column named notes',
  'malformed JSON',
])('blames the file for what the service itself never causes: %s', (message) => {
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
])('anything else is not a fault of the file: %s', (error) => {
  expect(fileFailure(path, error)).toBeUndefined();
});

test('a write that fills the disk, which SQLite rolls back itself, is reported as that', () => {
  const database = openDatabase(':memory:', () => {});
  const { write } = createStore(database);
  database.exec('CREATE TABLE filled (x)');
  const [{ page_count }] = database.pragma('page_count') as [{ page_count: number }];
  database.exec(`PRAGMA max_page_count = ${page_count + 1}`);
  let caught: unknown;
  try {
    write(() => database.exec('INSERT INTO filled VALUES (zeroblob(100000))'));
  } catch (error) {
    caught = error;
  }
  expect(fileFailure(path, caught)?.message).toContain('the disk is full');
  write(() => database.exec('INSERT INTO filled VALUES (1)'));
  database.close();
});

test.each([
  ['a transaction', inTransaction],
  ['a snapshot', inSnapshot],
])('%s that SQLite has ended by itself fails as its work did', (_, within) => {
  const database = new Libsql(':memory:');
  const work = () => {
    database.exec('ROLLBACK');
    throw new Error('disk I/O error');
  };
  expect(() => within(database, work)).toThrow('disk I/O error');
  expect(within(database, () => 1)).toBe(1);
  database.close();
});

import { expect, test } from 'vitest';
import { Failure } from '../../failure';
import { Libsql } from '../../native/libsql';
import { migrate } from './migrations';

const first = 'CREATE TABLE parcels (number TEXT NOT NULL)';
const second = "ALTER TABLE parcels ADD COLUMN carrier TEXT NOT NULL DEFAULT 'unknown'";
const path = 'sandbox.db';

function filled() {
  const database = new Libsql(':memory:');
  const fill = () => database.exec("INSERT INTO parcels (number) VALUES ('1Z')");
  migrate(database, { path, steps: [first], fill });
  return { database, rows: () => database.prepare('SELECT * FROM parcels').all() };
}
const never = () => {
  throw new Error('was filled again');
};

test('an empty database takes every step and is filled', () => {
  expect(filled().rows()).toEqual([{ number: '1Z' }]);
});

test('an older database takes the steps it lacks and keeps its rows', () => {
  const { database, rows } = filled();
  migrate(database, { path, steps: [first, second], fill: never });
  expect(rows()).toEqual([{ number: '1Z', carrier: 'unknown' }]);
  migrate(database, { path, steps: [first, second], fill: never });
});

test('a newer database is refused and left as it is', () => {
  const { database, rows } = filled();
  migrate(database, { path, steps: [first, second], fill: never });
  const open = () => migrate(database, { path, steps: [first], fill: never });
  expect(open).toThrow(Failure);
  expect(open).toThrow('was written by a newer waybill (version 2; this one knows version 1)');
  expect(rows()).toEqual([{ number: '1Z', carrier: 'unknown' }]);
});

test("another program's database is refused and left as it is", () => {
  const database = new Libsql(':memory:');
  database.exec('CREATE TABLE bookmarks (url TEXT)');
  expect(() => migrate(database, { path, steps: [first], fill: never })).toThrow(
    "sandbox.db is another program's database",
  );
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'bookmarks' }]);
});

test('a step that fails leaves nothing behind', () => {
  const { database, rows } = filled();
  const broken = `${second}; INSERT INTO nowhere VALUES (1)`;
  expect(() => migrate(database, { path, steps: [first, broken], fill: never })).toThrow();
  expect(rows()).toEqual([{ number: '1Z' }]);
  migrate(database, { path, steps: [first, second], fill: never });
});

import { expect, test } from 'vitest';
import { Failure } from '../../failure';
import { Libsql } from '../../native/libsql';
import { migrateSandbox } from './migrations';

const first = 'CREATE TABLE parcels (number TEXT NOT NULL)';
const second = "ALTER TABLE parcels ADD COLUMN carrier TEXT NOT NULL DEFAULT 'unknown'";
const path = 'sandbox.db';

function filled() {
  const database = new Libsql(':memory:');
  const fill = () => database.exec("INSERT INTO parcels (number) VALUES ('1Z')");
  migrateSandbox(database, { path, steps: [first], fill });
  return { database, rows: () => database.prepare('SELECT * FROM parcels').all() };
}
const never = () => {
  throw new Error('was filled again');
};

test('runs every step on an empty database and fills it', () => {
  expect(filled().rows()).toEqual([{ number: '1Z' }]);
});

test('runs the missing steps on an older database and keeps its rows', () => {
  const { database, rows } = filled();
  migrateSandbox(database, { path, steps: [first, second], fill: never });
  expect(rows()).toEqual([{ number: '1Z', carrier: 'unknown' }]);
  migrateSandbox(database, { path, steps: [first, second], fill: never });
});

test('refuses a newer database and leaves it unchanged', () => {
  const { database, rows } = filled();
  migrateSandbox(database, { path, steps: [first, second], fill: never });
  const open = () => migrateSandbox(database, { path, steps: [first], fill: never });
  expect(open).toThrow(Failure);
  expect(open).toThrow('was written by a newer waybill (version 2; this one knows version 1)');
  expect(rows()).toEqual([{ number: '1Z', carrier: 'unknown' }]);
});

test("refuses another program's database and leaves it unchanged", () => {
  const database = new Libsql(':memory:');
  database.exec('CREATE TABLE bookmarks (url TEXT)');
  expect(() => migrateSandbox(database, { path, steps: [first], fill: never })).toThrow(
    "sandbox.db is another program's database",
  );
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'bookmarks' }]);
});

test('a step that fails leaves nothing behind', () => {
  const { database, rows } = filled();
  const broken = `${second}; INSERT INTO nowhere VALUES (1)`;
  expect(() => migrateSandbox(database, { path, steps: [first, broken], fill: never })).toThrow();
  expect(rows()).toEqual([{ number: '1Z' }]);
  migrateSandbox(database, { path, steps: [first, second], fill: never });
});

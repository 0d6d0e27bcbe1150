import { promises as timers } from 'node:timers';
import { isObject } from '../lib/json';
import { flatFields, pick, resolveField } from './fields';
import {
  expectKnown,
  type Line,
  lineText,
  type OutputParts,
  paintOf,
  withMark,
  withWantedFields,
} from './options';
import type { Sink } from './sink';
import { spoken } from './spoken';
import { safeJson, visibleLines, wrappedLines } from './text';
import type { CardView, ListView, Rows, View } from './view';

export type Output = ReturnType<typeof createOutput>;

/** Number of rows after which signals and timers get a turn. */
const rowsBetweenTurns = 100;

/** The paths of the fields asked for; undefined without --fields. */
type Fields = readonly string[] | undefined;

/** The rows, or their fields that were asked for: a step of every row only where it is needed. */
const picked = (rows: Rows<unknown>, fields: Fields) =>
  fields === undefined ? rows : pickedFrom(rows, fields);

async function* pickedFrom(rows: Rows<unknown>, fields: readonly string[]) {
  for await (const row of rows) yield pick(row, fields);
}

/** A view for values without one: their own keys, in order of appearance. */
function viewOfData(rows: readonly unknown[]): View<unknown> {
  const objects = rows.filter((row) => typeof row === 'object' && row !== null);
  const keys = new Set(objects.flatMap((row) => Object.keys(row)));
  const fields = Object.fromEntries([...keys].map((key) => [key, 'text' as const]));
  return { one: 'response', fields };
}

/**
 * The way to stdout, in the format, fields and units asked for. A command calls one of these methods once. A
 * reader that has gone away (`| head -1`) ends a list silently; a full disk is exit 14.
 */
export function createOutput(parts: OutputParts) {
  const { options, sink, interruption } = parts;
  const { format } = options;
  const onTerminal = options.width !== undefined;
  const beforeShown = format === 'table' && onTerminal ? parts.onShown : undefined;
  const safe = onTerminal ? visibleLines : (text: string) => text;

  const fieldsOf = <T>(view: View<T>): Fields =>
    options.fields?.map((field) => resolveField(view, field));

  /** Lets signals in. Results of finished work are still reported after an interruption. */
  async function* untilInterrupted<T>(rows: Rows<T>) {
    let passed = 0;
    for await (const row of rows) {
      if (++passed % rowsBetweenTurns === 0) await timers.setImmediate();
      interruption.throwIfAborted();
      yield row;
    }
  }

  const cards = async <T>(view: CardView<T>, rows: Rows<T>, fields: Fields) =>
    (await import('./people')).printCards(view, rows, fields, parts);

  const table = async <T>(view: ListView<T>, rows: Rows<T>, fields: Fields) =>
    (await import('./people')).printTable(view, rows, fields, parts);

  const json = (rows: Rows<unknown>, single: boolean, indented: boolean) =>
    (single ? writeJson : writeJsonList)(sink, rows, indented);

  /** Prints rows in the format asked for; a table goes to `forPeople`. */
  async function print<T, V extends View<T>>(
    view: V,
    rows: Rows<T>,
    single: boolean,
    forPeople: (view: V, rows: Rows<T>, fields: Fields) => Promise<void>,
  ): Promise<void> {
    const fields = fieldsOf(view);
    const wanted = fields === undefined ? rows : withWantedFields(view, fields, rows);
    if (format === 'table') return forPeople(view, wanted, fields);
    if (format === 'json') return json(picked(wanted, fields), single, onTerminal);
    if (format === 'ndjson') return json(picked(wanted, fields), true, false);
    const { writeDelimited } = await import('./delimited');
    const columns = fields ?? flatFields(view);
    return writeDelimited(sink, wanted, view, { ...options, format, fields: columns, safe });
  }

  /** The same, through the pager if it is long. Everything is written before any notice follows. */
  const show: typeof print = (...given) => sink.held(() => print(...given));

  const isForPeople = format === 'table' && options.fields === undefined;
  return {
    format,
    /** True if complete cards and tables are printed, for people and without --fields. */
    isForPeople,
    /** The same, if a person at a terminal reads them now. */
    isRead: isForPeople && onTerminal,
    /** Called before a command changes anything: refuses a misspelled `--fields` before anything is sent. */
    expect: <T>(view: View<T>) => expectKnown(view, fieldsOf(view)),
    /** Any number of things, printed as they arrive; in constant memory, except for tables. */
    list: async <T>(view: ListView<T>, rows: Rows<T>) => {
      await beforeShown?.();
      return show(view, untilInterrupted(rows), false, table);
    },
    /** The text that `one` shows people, to be shown on stderr. */
    drawn: async <T>(view: CardView<T>, row: T) =>
      (await import('./people')).drawnCard(view, row, parts),
    one: <T>(view: CardView<T>, row: T) => show(view, [row], true, cards),
    /** Several things asked for by name: an array in json, a card for each for people. */
    many: <T>(view: ListView<T> & CardView<T>, rows: Rows<T>) =>
      show(view, rows, false, options.fields === undefined ? cards : table),
    /** Any JSON without a view: a raw response, the requests of a dry run. */
    value: (value: unknown) => {
      const single = !Array.isArray(value);
      const rows = single ? [value] : value;
      const indented = (_: View<unknown>, wanted: Rows<unknown>, fields: Fields) =>
        json(picked(wanted, fields), single, true);
      return show(viewOfData(rows), rows, single, indented);
    },
    /** A count: an object in json, otherwise a bare number. */
    count: (count: number) =>
      sink.write(`${format === 'json' ? jsonText({ count }, onTerminal) : count}\n`),
    /** A path: an object in json, otherwise the path by itself, for `$(waybill mirror path)`. */
    path: (path: string) =>
      sink.write(`${format === 'json' ? jsonText({ path }, onTerminal) : safe(path)}\n`),
    /** Text that is itself the result, whatever the format: a shell script. */
    text: (text: string) => sink.write(safe(text)),
    /** Lines that are the result: wrapped at words on a terminal, and through its pager if long. */
    prose: (lines: Iterable<Line> | AsyncIterable<Line>, { aligned = false } = {}) =>
      sink.held(async () => {
        await beforeShown?.();
        const { width, accessible, color } = options;
        const paint = await paintOf(color);
        for await (const line of lines) {
          const text = `${visibleLines(lineText(line))}\n`;
          const said = accessible && !aligned ? spoken(text) : text;
          const laidOut = width === undefined || aligned ? said : wrappedLines(said, width);
          await sink.write(withMark(paint.statuses(laidOut), line, paint));
        }
      }),
    /** A text to read, such as a help topic: through the pager if it is long. */
    page: (text: string) => sink.held(() => sink.write(safe(text))),
    bytes: (bytes: Uint8Array) => sink.writeBytes(bytes),
    /** Waits until the reader has read everything; false if it has gone away. Throws exit 14. */
    written: async () => {
      await sink.flush();
      interruption.throwIfAborted();
      return !sink.closed;
    },
  };
}

/** JSON as it leaves the program: indented for people, one line for programs. */
export function jsonText(value: unknown, indented: boolean): string {
  return safeJson(JSON.stringify(value, null, indented ? 2 : undefined) ?? 'null');
}

/** A list of this many elements is never one text: a report's rows would take all memory twice. */
const longList = 1000;

/** The text that `jsonText` returns, with the elements of long lists among its members apart. */
export function* jsonPieces(value: unknown, indented: boolean): Generator<string> {
  const isLong = (member: unknown) => Array.isArray(member) && member.length >= longList;
  if (!isObject(value) || !Object.values(value).some(isLong)) {
    yield jsonText(value, indented);
    return;
  }
  const [line, space] = indented ? ['\n  ', ' '] : ['', ''];
  const nested = (one: unknown, lineBreak: string) =>
    indented ? jsonText(one, true).replaceAll('\n', lineBreak) : jsonText(one, false);
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${line}${jsonText(name, false)}:${space}`;
    before = ',';
    if (!isLong(member)) {
      yield nested(member, line);
      continue;
    }
    const deeper = indented ? `${line}  ` : '';
    let separator = '[';
    for (const one of member as readonly unknown[]) {
      yield `${separator}${deeper}${nested(one, deeper)}`;
      separator = ',';
    }
    yield `${line}]`;
  }
  yield indented ? '\n}' : '}';
}

/** A document for each row; in ndjson, a line. Its last piece, of most the only one, is written with its end. */
async function writeJson(sink: Sink, rows: Rows<unknown>, indented: boolean): Promise<void> {
  for await (const row of rows) {
    let held = '';
    for (const piece of jsonPieces(row, indented)) {
      if (held !== '') await sink.write(held);
      if (sink.closed) return;
      held = piece;
    }
    await sink.write(`${held}\n`);
  }
}

/** One document, an array, written as its elements arrive: one per line, or indented. */
async function writeJsonList(sink: Sink, rows: Rows<unknown>, indented: boolean) {
  let separator = '[\n';
  for await (const row of rows) {
    const text = jsonText(row, indented);
    await sink.write(separator + (indented ? text.replace(/^/gm, '  ') : text));
    if (sink.closed) return;
    separator = ',\n';
  }
  await sink.write(separator === '[\n' ? '[]\n' : '\n]\n');
}

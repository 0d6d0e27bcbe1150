import { describe, expect, test } from 'vitest';
import { dollarsToCents, signedDollarsToCents } from '../../src/cli/money';
import { carrierVerdict } from '../../src/contract/carriers';
import { cardIn } from '../../src/contract/named';
import { trackingUrl } from '../../src/contract/tracking-url';
import { splitBaseUrl } from '../../src/http/connection';
import { readIdentifier, readTrackings } from '../../src/imports/payouts/rows';
import { isLabel } from '../../src/imports/shipments/cell-words';
import { headerless, headerToAdd, isRow } from '../../src/imports/shipments/missing-header';
import { readTrackingCell } from '../../src/imports/shipments/tracking-cell';
import {
  fold,
  foldSpaces,
  foldTracking,
  keyOf,
  lettersAndDigits,
  plainField,
  plainName,
} from '../../src/lib/fold';
import { visibleLine, visibleLines } from '../../src/output/text';
import { namesCodes, secretsIn } from '../../src/secrets/secret';
import { parseBaseUrl } from '../../src/settings/base-url';
import { centsSign, moneyReader, provesDollars, readAmount } from '../../src/tabular/amount';
import {
  errorIn,
  exactText,
  isDecimal,
  isRounded,
  isWrapped,
  keepMark,
  plainCell,
  plainIdentifier,
  readRate,
  unescapedCell,
} from '../../src/tabular/cells';
import { readCount } from '../../src/tabular/column';
import { readDate, readMoment } from '../../src/tabular/date';
import { meantIn } from '../../src/tabular/header-words';
import { numberFormat, numberText } from '../../src/tabular/number-format';
import { isFull } from '../support/tier';

/** What looks at a text again and again takes the square of this: far longer than `limit`. */
const length = isFull ? 200_000 : 50_000;
/** Milliseconds of processor time, which a busy machine does not change. */
const limit = isFull ? 10_000 : 2_500;
/** For what looks at every word of a text, which takes long enough. */
const short = (text: string) => text.slice(0, isFull ? 10_000 : 3_000);

/** What reads a text of a file, of the service or of a flag, however long. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  dollarsToCents,
  plainCents: (text) => moneyReader('cents', new Set())({ text }),
  provesDollars: (text) => provesDollars({ text }),
  readMoment: (text) => readMoment(text, 'mdy'),
  readCount,
  readRate,
  cardIn: (text) => cardIn(text, [{ id: 'c', lastDigits: '1234' }]),
  signedDollarsToCents,
  judge: carrierVerdict,
  trackingUrl: (text) => trackingUrl('ups', text),
  splitBaseUrl: (text) => splitBaseUrl(`https://example.com/${encodeURIComponent(text)}`),
  parseBaseUrl: (text) => parseBaseUrl(`https://example.com/${text.replace(/[?#]/g, '')}`, 'x'),
  centsSign,
  readAmount,
  readDate: (text) => readDate(text, 'mdy'),
  readIdentifier,
  readTrackings,
  visibleLine,
  visibleLines,
  namesCodes,
  secretsIn: (text) => secretsIn([`${text}secret_://`]),
  errorIn,
  exactText,
  isDecimal,
  isRounded,
  isWrapped,
  keepMark,
  plainCell,
  plainIdentifier,
  unescapedCell,
  plainName,
  plainField,
  keyOf,
  lettersAndDigits,
  fold,
  foldSpaces,
  foldTracking,
  meantIn,
  numberFormat: (text) => numberFormat(164, text),
  numberText: (text) => numberText(text, numberFormat(0), false),
  isLabel: (text) => isLabel(short(text), 'A-1'),
  isRow: (text) => isRow([short(text), short(text)]),
  headerToAdd: (text) => headerToAdd([short(text), '1Z12345E6605272234', '12345']),
  headerless: (text) => headerless('a.csv', [short(text), short(text), short(text)], 'waybill'),
  readTrackingCell: (text) => readTrackingCell(short(text), 'A-1'),
};

const pieces = [
  ...[' ', '\t', '\n', '0', '1', 'a', 'A', '-', '.', ',', '(', '"', "'", '/', '[', '$', '=', '#'],
  ...[
    '0 ',
    'a ',
    '- ',
    '-.',
    '0,',
    '0.',
    '00:',
    'O-',
    '1Z',
    'TBA',
    '""',
    '\\\\',
    '="',
    '%',
    '@',
    'a@a.',
    'é',
  ],
  ...[
    'www.',
    '://',
    '...',
    'not ',
    'order ',
    'tracking',
    'UPS ',
    'secret_',
    '$1 ',
    'E+',
    '\u200b',
    '\u{1f600}',
  ],
];
const frames = [(text: string) => `1${text}x`, (text: string) => `2026-01-01 12:30${text}\0`];

describe.each(Object.entries(readers))('%s', (_, read) => {
  test('looks at no part of a long text again and again', () => {
    const before = process.cpuUsage();
    for (const piece of pieces) {
      const text = piece.repeat(length / piece.length);
      for (const frame of frames) expect(quietly(read, frame(text))).toBe(true);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(limit);
  });
});

/** A failure for the user is fine; anything else thrown is a bug. */
function quietly(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
  } catch (error) {
    return error instanceof Error && error.name === 'Failure';
  }
  return true;
}

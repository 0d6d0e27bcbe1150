import { expect, test } from 'vitest';
import { Failure, usageFailure } from '../failure';
import { Interruption } from '../world';
import { asFailure, errorReport } from './error-report';
import { noPaint } from './options';

const text = (failure: Failure, debug = false) =>
  errorReport(failure, { format: 'table', debug, paint: noPaint });
const json = (failure: Failure) =>
  JSON.parse(errorReport(failure, { format: 'json', debug: false, paint: noPaint }));

const refused = new Failure({
  ending: 'refused',
  code: 'invalid_request',
  message: 'The service refused the order',
  status: 400,
  issues: [
    { path: '--tax', message: 'must be at least 0' },
    { path: '', message: 'something else' },
  ],
  hint: 'Fix these and run it again.',
  requestId: 'req-1',
});

test('tells people what went wrong, each bad field, and what to do next', () => {
  expect(text(refused)).toBe(
    [
      'Error: The service refused the order',
      '  --tax: must be at least 0',
      '  something else',
      'Fix these and run it again.',
      'Request id: req-1',
      '',
    ].join('\n'),
  );
});

test('wraps at words what is wider than the terminal, and never within one', () => {
  const failure = usageFailure('Unknown command "nosuch"', {
    hint: 'Choose one of auth, orders, giftcards. See https://example.com/a/long/address.',
  });
  const report = { format: 'table', debug: false, paint: noPaint, width: 24 } as const;
  expect(errorReport(failure, report)).toBe(
    [
      'Error: Unknown command',
      '"nosuch"',
      'Choose one of auth,',
      'orders, giftcards. See',
      'https://example.com/a/long/address.',
      '',
    ].join('\n'),
  );
});

test('gives programs one object on one line, without unknown members', () => {
  expect(json(refused)).toEqual({
    error: {
      code: 'invalid_request',
      message: 'The service refused the order',
      status: 400,
      issues: refused.issues,
      hint: 'Fix these and run it again.',
      requestId: 'req-1',
      exitCode: 8,
    },
  });
  expect(json(usageFailure('No'))).toEqual({
    error: { code: 'usage', message: 'No', exitCode: 2 },
  });
});

test('text from outside can neither control the terminal nor pose as a line of ours', () => {
  const hostile = usageFailure('bad\u001b[2J\nError: all is well\r', { hint: 'a\nb' });
  expect(text(hostile)).toBe('Error: bad\\x1b[2J\n  Error: all is well\\x0d\na\n  b\n');
});

test('reports a bug as a bug, says where to report it, and repeats none of its text', () => {
  const bug = asFailure(new TypeError('secret_abc is not a function'));
  expect(bug.exitCode).toBe(1);
  expect(text(bug)).toMatch(
    /^Error: This is a bug in waybill .* \(TypeError\)\nPlease report it to /,
  );
  expect(text(bug)).not.toContain('secret_abc');
  expect(json(bug).error).toMatchObject({ code: 'bug', exitCode: 1 });
  expect(text(bug, true)).toContain('error-report.test.ts');
  expect(asFailure('thrown text').exitCode).toBe(1);
});

test('the limit on open files is never reported as a bug', () => {
  const codes = ['EMFILE', 'ENFILE'].map((code) => Object.assign(new Error('open'), { code }));
  for (const error of [...codes, new Error('Too many open files (os error 24)')]) {
    expect(asFailure(error)).toMatchObject({ exitCode: 14, code: 'local_file' });
    expect(text(asFailure(error))).toContain('ulimit -n');
  }
});

test('reports an interrupted and a terminated run differently', () => {
  expect(asFailure(new Interruption('SIGINT')).exitCode).toBe(130);
  expect(asFailure(new Interruption('SIGTERM')).exitCode).toBe(143);
});

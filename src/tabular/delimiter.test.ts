import { expect, test } from 'vitest';
import { delimiters, findDelimiter } from './delimiter';

test.each(delimiters)('finds %j', (delimiter) => {
  expect(findDelimiter(`a${delimiter}b${delimiter}c\n1${delimiter}2${delimiter}3\n`)).toBe(
    delimiter,
  );
});

test.each([
  ['nothing to go by', '', ','],
  ['a single column', 'a\nb\n', ','],
  ['the most cells in the first line', 'a;b;c,d\n1,2\n', ';'],
  ['of equals, the one that cuts most lines alike', 'a,b;c\n1;2\n3;4\n', ';'],
  ['delimiters within quotes', '"a;b;c";d,e,f\n', ','],
  ['line breaks within quotes', '"a\n;\n;";b,c\n1,2\n3,4\n', ','],
  ['blank lines, and CRLF', '\r\n\r\na;b\r\n1;2\r\n', ';'],
])('%s', (_, sample, delimiter) => {
  expect(findDelimiter(sample)).toBe(delimiter);
});

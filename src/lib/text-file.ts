import { type Failure, usageFailure } from '../failure';

/** UTF-16 by its byte order mark. PowerShell writes little-endian, with a mark. */
const marks: Readonly<Record<string, 'LE' | 'BE'>> = { fffe: 'LE', feff: 'BE' };

/** Bytes that show an encoding: more than a long first line. */
const sampleSize = 4096;

/** UTF-16 without a mark: the plain letters and line ends of a text have a NUL in the same half. */
function unmarkedUtf16(bytes: Buffer): 'LE' | 'BE' | undefined {
  const sample = bytes.subarray(0, sampleSize);
  // Counting is slow in code that has only begun to run, and few texts have a NUL byte.
  if (!sample.includes(0)) return undefined;
  const inHalf = (half: 0 | 1) => (byte: number, at: number) => byte === 0 && at % 2 === half;
  const [even, odd] = [sample.filter(inHalf(0)).length, sample.filter(inHalf(1)).length];
  const several = sample.length / 8;
  if (odd >= several && even < several) return 'LE';
  return even >= several && odd < several ? 'BE' : undefined;
}

function unreadable(name: string, what: string): Failure {
  return usageFailure(`${name} is ${what}`, {
    hint: 'Save it as UTF-8, or as UTF-16 with a byte order mark. In PowerShell 5.1, end the command with | Out-File -Encoding utf8 <file>.',
  });
}

/**
 * The text of a file or pipe that a person named: UTF-8, or UTF-16 with a byte order mark. Throws a usage
 * failure for anything else, which quotes none of it, since it may be a secret. `otherwise` is for text of
 * which some does not matter.
 */
export function textIn(bytes: Buffer, name: string, otherwise?: 'latin1'): string {
  const endian = marks[bytes.toString('hex', 0, 2)];
  const unmarked = endian === undefined ? unmarkedUtf16(bytes) : undefined;
  if (unmarked !== undefined) {
    throw unreadable(name, `UTF-16 (${unmarked}) without a byte order mark`);
  }
  const encoding = endian === undefined ? 'utf-8' : `utf-16${endian.toLowerCase()}`;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (endian === undefined && otherwise !== undefined) return bytes.toString(otherwise);
    throw unreadable(
      name,
      endian === undefined ? 'not UTF-8 text' : `not valid UTF-16 (${endian})`,
    );
  }
}

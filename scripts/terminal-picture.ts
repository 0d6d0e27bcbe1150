import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waybillInTerminal } from '../test/support/terminal';

/** The commands in the README's picture, run in the sandbox on the sample's own day. */
const commands = ['orders list -L 6', 'report unpaid'];
const columns = 80;

const fontSize = 14;
const lineHeight = 19;
const characterWidth = 8.43;
const margin = 16;

/** The SGR codes (ECMA-48) that waybill uses, and how they look on a dark terminal. */
const styles: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold"',
  '2': 'fill="#8b949e"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#7ee787"',
  '33': 'fill="#e3b341"',
  '36': 'fill="#79c0ff"',
  '90': 'fill="#8b949e"',
};
const isReset = /^(?:0|22|39)?$/;

/** The terminal's lines, including escape sequences for styles. */
export async function record(): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'waybill-picture-'));
  const env = { WAYBILL_HOME: home, LANG: 'C.UTF-8', WAYBILL_SANDBOX: '1' };
  const run = async (line: string) => {
    const words = [...line.split(' '), '--today', '2026-06-15'];
    const { exitCode, written } = await waybillInTerminal(words, { columns, env }).ended;
    if (exitCode !== 0) throw new Error(`waybill ${line}: ${written}`);
    return written;
  };
  try {
    await run('sync -q');
    const lines: string[] = [];
    for (const line of commands) {
      const shown = (await run(line)).replaceAll(
        /\u001b\](?:[^\u001b\u0007])*(?:\u0007|\u001b\\)/g,
        '',
      );
      // The time of the reading changes with every run.
      const kept = shown.split(/\r?\n/).filter((one) => !one.includes('As of '));
      lines.push(`\u001b[32m$\u001b[39m waybill ${line}`, ...kept);
    }
    return lines;
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** A line without its styles. */
export function plain(line: string): string {
  return line.replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '').trimEnd();
}

/** A space that viewers don't collapse. */
const space = '\u00a0';

function escaped(text: string): string {
  return text
    .replaceAll(' ', space)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function drawLine(line: string, place: number): string {
  let style: readonly string[] = [];
  const spans = line.split(/\u001b\[([0-9;]*)[A-Za-z]/).map((part, index) => {
    if (index % 2 === 0) {
      if (part === '') return '';
      const text = escaped(part);
      return style.length === 0 ? text : `<tspan ${style.join(' ')}>${text}</tspan>`;
    }
    const given = part.split(';');
    if (given.some((code) => isReset.test(code))) style = [];
    style = [...style, ...given.flatMap((code) => styles[code] ?? [])];
    return '';
  });
  const y = margin + (place + 1) * lineHeight - 5;
  return `<text x="${margin}" y="${y}">${spans.join('').trimEnd()}</text>`;
}

/** The lines as a picture: text that screen readers and search can read; no script and no fonts. */
export function draw(lines: readonly string[]): string {
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A terminal with waybill orders list and waybill report unpaid">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${fontSize}" fill="#e6edf3">
${lines.map(drawLine).join('\n')}
</g>
</svg>
`;
}

/** The lines of text in a picture made by `draw`. */
export function linesOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text = '']) =>
    text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(space, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

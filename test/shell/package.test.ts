import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { linksIn } from '../../scripts/package/pages.mjs';
import { packForRegistry } from '../../scripts/package/registry-archive.mjs';
import { projectFolder } from '../support/project';

/** The parts of package-lock.json that show which packages a user gets. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'waybill-package-'));
const installed = join(folder, 'node_modules', 'waybill');
let files: readonly string[] = [];

/** Packs the program and unpacks it where only the packages that a user gets are installed. */
beforeAll(async () => {
  const packed = await packForRegistry(folder);
  files = packed.files;
  mkdirSync(installed, { recursive: true });
  await run('tar', [
    '-xzf',
    join(folder, packed.filename),
    '--strip-components=1',
    '-C',
    installed,
  ]);
  const { packages }: Lock = JSON.parse(
    readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'),
  );
  for (const [path, { dev }] of Object.entries(packages)) {
    const source = join(projectFolder, path);
    if (path === '' || dev === true || !existsSync(source)) continue;
    cpSync(source, join(folder, path), { recursive: true });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function installedWaybill(words: readonly string[], cwd = folder) {
  const env = { PATH: process.env.PATH, WAYBILL_HOME: join(folder, 'home') };
  return run(process.execPath, [join(installed, manifest.bin.waybill), ...words], { cwd, env });
}

describe('the packed program', () => {
  test('runs without the packages that are bundled', async () => {
    expect((await installedWaybill(['--version'])).stdout).toBe(`${manifest.version}\n`);
    expect((await installedWaybill(['help', 'cron'])).stdout).toContain('MAILTO');
    expect((await installedWaybill(['completion', 'zsh'])).stdout).toMatch(/^#compdef waybill/);
    const { stdout } = await installedWaybill(['--sandbox', 'sandbox', 'info', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({});
  });

  test('contains what its manifest names and the licenses of bundled code, but no sources', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'bin/waybill.js',
        'dist/main.cjs',
        'dist/THIRD-PARTY-LICENSES.txt',
        'completions/waybill.bash',
        'man/waybill.1',
      ]),
    );
    expect(files.filter((path) => /^(src|test|scripts)\/|\.map$|chunks\.json/.test(path))).toEqual(
      [],
    );
    expect([...manifest.man].sort()).toEqual(
      files.filter((path) => path.startsWith('man/')).sort(),
    );
    const licenses = readFileSync(join(installed, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'zod', 'hono']) {
      expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'));
    }
  });

  test('runs the commands to try that its README shows, where nothing else is', async () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const [, block = ''] = /^```sh\n(.*?)^```$/ms.exec(readme) ?? [];
    const own = mkdtempSync(join(folder, 'empty-'));
    const said: string[] = [];
    for (const line of block.trim().split('\n')) {
      const [program, ...words] = line.split(' ');
      expect(program).toBe('waybill');
      said.push((await installedWaybill(words, own)).stdout);
    }
    expect(said).toHaveLength(3);
    expect(said[1]).toContain('120 added');
    expect(said[2]).toContain('112-1253995-5139830');
  });

  test('has every page that its pages link to', () => {
    const pages = files.filter((path) => path.endsWith('.md') && !path.startsWith('skills/'));
    for (const page of pages) {
      const links = linksIn(page, readFileSync(join(installed, page), 'utf8'));
      expect(links.filter((link) => !files.includes(link))).toEqual([]);
    }
    expect(pages).toContain('docs/windows.md');
  });

  test('passes publint', async () => {
    const { messages } = await publint({ pkgDir: installed, pack: false });
    // publint guesses the format from the text, and the page's chunk has words that look like a module's.
    const complaints = messages.filter(
      ({ code, args }) =>
        code !== 'FILE_INVALID_EXPLICIT_FORMAT' ||
        !args.actualFilePath?.startsWith('/dist/chunks/page-'),
    );
    expect(complaints).toEqual([]);
  });
});

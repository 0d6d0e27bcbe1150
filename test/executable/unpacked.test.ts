import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { linesIn, runsAnywhere } from '../support/printed-lines';
import { isForWindows, projectFolder } from '../support/project';
import { missingPrograms } from '../support/tier';
import { runOf } from '../support/waybill';

/*
 * What a newcomer does with a download: unpacks it, and types what its pages show. In the sandbox, and
 * with the example files as the reader's own.
 */
const { version } = manifest;
const scratch = mkdtempSync(join(tmpdir(), 'waybill-unpacked-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const helper = process.env.WAYBILL_WINDOWS_HELPER ?? '';

interface Unpacked {
  readonly file: string;
  readonly unpack: readonly [program: string, ...words: string[]];
  /** Where its pages are, and where `waybill` is. */
  readonly pages: string;
  readonly bin: string;
}

const archives: Readonly<Record<string, Unpacked>> = {
  'tar.xz': {
    file: `waybill-${version}-linux-x64.tar.xz`,
    unpack: ['tar', '-xf'],
    pages: `waybill-${version}-linux-x64`,
    bin: `waybill-${version}-linux-x64`,
  },
  deb: {
    file: `waybill_${version}_amd64.deb`,
    unpack: ['dpkg', '-x'],
    pages: 'usr/share/doc/waybill',
    bin: 'usr/bin',
  },
  tgz: { file: `waybill-${version}.tgz`, unpack: ['tar', '-xf'], pages: 'package', bin: 'bin' },
};
const zip: Unpacked = {
  file: `waybill-${version}-windows-x64.zip`,
  unpack: ['unzip', '-q'],
  pages: `waybill-${version}-windows-x64`,
  bin: `waybill-${version}-windows-x64`,
};

/** Unpacks it into a new folder. */
function unpacked({ file, unpack: [program, ...words], bin }: Unpacked): string {
  const folder = mkdtempSync(join(scratch, 'archive-'));
  const into = { tar: ['-C', folder], unzip: ['-d', folder] }[program] ?? [folder];
  execFileSync(program, [...words, join(projectFolder, 'release', file), ...into]);
  if (file.endsWith('.tgz')) {
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, bin));
    const start = `exec '${process.execPath}' '${join(folder, 'package', manifest.bin.waybill)}' "$@"`;
    writeFileSync(join(folder, bin, 'waybill'), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  }
  // Wine lacks a library.
  const library = 'bcryptprimitives.dll';
  if (file.endsWith('.zip') && helper !== '')
    copyFileSync(join(dirname(helper), 'there', library), join(folder, bin, library));
  return folder;
}

/** Each line in one shell, one after the other; resolves to those that did not end with 0, and what was said. */
async function failures(lines: readonly string[], cwd: string, bin: string) {
  const path =
    isForWindows && process.platform !== 'win32' ? `Z:${bin}`.replaceAll('/', '\\') : bin;
  const shell = isForWindows
    ? { name: 'lines.bat', end: '\r\n', start: `@echo off\r\nset "Path=${path};%Path%"` }
    : { name: 'lines.sh', end: '\n', start: `PATH='${path}':"$PATH"` };
  const typed = lines.map((line, index) => `${line} && echo ${index} >>worked`);
  writeFileSync(join(cwd, shell.name), [shell.start, ...typed, ''].join(shell.end));
  writeFileSync(join(cwd, 'worked'), '');
  const pipe = helper === '' ? [] : [helper, 'pipe'];
  const [program = '', ...words] = isForWindows
    ? [...pipe, 'cmd', '/c', shell.name]
    : ['bash', shell.name];
  const env = {
    ...{ PATH: process.env.PATH, HOME: scratch, WAYBILL_SANDBOX: '1' },
    WAYBILL_HOME: join(cwd, '.waybill'),
  };
  const child = spawn(program, words, { cwd, env });
  child.stdin.end();
  const { stdout, stderr } = await runOf(child);
  const worked = readFileSync(join(cwd, 'worked'), 'utf8').split(/\s+/);
  return { failed: lines.filter((_, index) => !worked.includes(String(index))), stdout, stderr };
}

const tested = isForWindows ? { zip } : archives;
test.skipIf(missingPrograms('executable').length > 0).each(Object.entries(tested))(
  'the lines that the pages of the %s print run where it was unpacked',
  async (_, archive) => {
    const folder = unpacked(archive);
    const pages = join(folder, archive.pages);
    cpSync(join(projectFolder, 'examples'), pages, { recursive: true });
    const start = isForWindows
      ? linesIn(readFileSync(join(pages, 'START-HERE.txt'), 'utf8'), 'powershell')
      : [];
    const readme = linesIn(readFileSync(join(pages, 'README.md'), 'utf8'), 'sh');
    const lines = [...start, ...readme].filter(runsAnywhere);
    expect(lines.length).toBeGreaterThan(25);
    const { failed, stdout, stderr } = await failures(lines, pages, join(folder, archive.bin));
    expect(failed, stderr).toEqual([]);
    expect(stdout).toContain('120 added');
  },
  300_000,
);

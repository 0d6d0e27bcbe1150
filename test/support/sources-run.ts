import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { programInput } from '../../scripts/bundle.mjs';
import { projectFolder } from './project';
import { temporaryHome } from './waybill';

/** The program built as one file per source. */
export interface BuiltBySource {
  /**
   * The sources in which a run in the sandbox calls at least one function, as paths below `src/`.
   * Files that only declare values don't count, nor do the embedded service and its database.
   */
  sourcesRun(words: readonly string[]): Promise<readonly string[]>;
  remove(): void;
}

/** Node's coverage of one script; the first function is the file's own top level. */
interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

/** Builds the sources without bundling, next to the packages that stay outside a bundle. */
export async function buildBySource(): Promise<BuiltBySource> {
  const cache = join(projectFolder, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(realpathSync(cache), 'by-source-'));
  const bundle = await rolldown(programInput);
  await bundle.write({
    dir: folder,
    format: 'cjs',
    preserveModules: true,
    preserveModulesRoot: join(projectFolder, 'src'),
    entryFileNames: '[name].cjs',
  });
  await bundle.close();
  return {
    sourcesRun: (words) => sourcesRun(folder, words),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function sourcesRun(folder: string, words: readonly string[]): Promise<readonly string[]> {
  const home = temporaryHome();
  const coverage = join(home, 'coverage');
  await promisify(execFile)(process.execPath, [join(folder, 'main.cjs'), '--sandbox', ...words], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, WAYBILL_HOME: home, NODE_V8_COVERAGE: coverage },
  });
  const root = `${pathToFileURL(folder).href}/`;
  const outside = /^(service|native|node_modules|_virtual)\/|^package\.cjs$/;
  const sources = readdirSync(coverage).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as {
      readonly result: readonly ScriptCoverage[];
    };
    return result
      .filter(({ url }) => url.startsWith(root))
      .filter(({ functions }) =>
        functions.slice(1).some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0),
      )
      .map(({ url }) => url.slice(root.length))
      .filter((source) => !outside.test(source));
  });
  return [...new Set(sources)].map((source) => source.replace(/\.cjs$/, '.ts')).sort();
}

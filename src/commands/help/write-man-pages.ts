import { join } from 'node:path';
import { programTree } from '../../cli/tree';
import type { Context } from '../../context';
import { writeAskedFiles, writtenFiles } from '../../output/asked-files';
import { settingsOrDefaults } from '../../settings/resolve';
import { nouns } from '../tree';
import { manPages } from './man-pages';

/** `help --man <folder>`, in a separate file since plain help needs none of this. */
export async function writeManPages(folder: string, context: Context): Promise<void> {
  const output = await context.output(settingsOrDefaults(context));
  output.expect(writtenFiles);
  const pages = Object.entries(manPages(await programTree(nouns)));
  const files = pages.map(([name, content]) => ({ path: join(folder, name), content }));
  await writeAskedFiles(files, context);
  await output.list(
    writtenFiles,
    files.map(({ path }) => ({ file: path })),
  );
}

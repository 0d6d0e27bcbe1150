import { posix, win32 } from 'node:path';
import { commandsOf, programTree } from '../../../cli/definition';
import type { HelpRow } from '../../../cli/help';
import { passwordFile } from '../../../mirror/push/password-file';
import { topicOf } from '../topic-page';
import text from './environment.md';

const contents = {
  settings: 'Settings, credentials kept in a file, and saved column mappings',
  data: 'The mirrors, with your recorded payments, and the sandbox database',
  jobs: 'Upload jobs',
  cache:
    'Values for completion, compiled code and unpacked libraries; you can delete it at any time',
};

/** The folders that `settings/paths` chooses on each platform; elsewhere those of the XDG specification. */
const foldersOn: Readonly<Record<string, readonly HelpRow[]>> = {
  win32: [
    ['%APPDATA%\\waybill', contents.settings],
    ['%LOCALAPPDATA%\\waybill', `${contents.data}; upload jobs`],
    ['%LOCALAPPDATA%\\waybill\\cache', contents.cache],
  ],
  darwin: [
    [
      '~/Library/Application Support/waybill',
      `${contents.settings}; the mirrors, the sandbox database and upload jobs`,
    ],
    ['~/Library/Caches/waybill', contents.cache],
  ],
};
const xdgFolders: readonly HelpRow[] = [
  ['XDG_CONFIG_HOME', contents.settings],
  ['XDG_DATA_HOME', contents.data],
  ['XDG_STATE_HOME', contents.jobs],
  ['XDG_CACHE_HOME', contents.cache],
];

const pagerRow: HelpRow = [
  'WAYBILL_PAGER, PAGER',
  'The program that shows long output on a terminal (default less); cat or nothing for none',
];
const windowsPagerRow: HelpRow = [
  'command -o table | more',
  'Shows long output a screen at a time; waybill starts no pager on Windows',
];

export const topic = topicOf(text, async (nouns, platform) => {
  const tree = await programTree(nouns);
  const flags = [...tree.globalFlags, ...commandsOf(tree).flatMap((command) => command.flags)];
  const onWindows = platform === 'win32';
  return {
    flags: flags.flatMap(({ environment, label, describe }): readonly HelpRow[] =>
      environment === undefined ? [] : [[environment, `${label}: ${describe}`]],
    ),
    passwords: passwordFile(onWindows ? win32.sep : posix.sep),
    pager: [onWindows ? windowsPagerRow : pagerRow],
    folders: foldersOn[platform] ?? xdgFolders,
  };
});

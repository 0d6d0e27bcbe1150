import { commandsOf, programTree, type TreeFlag } from '../../../cli/definition';
import type { HelpRow, Topic } from '../../../cli/help';

function row({ environment = '', label, describe }: TreeFlag): HelpRow {
  return [environment, `${label}: ${describe}`];
}

export const topic: Topic = {
  async write(page, nouns) {
    const tree = await programTree(nouns);
    const declared = [
      ...tree.globalFlags,
      ...commandsOf(tree).flatMap(({ flags }) => flags),
    ].filter(({ environment }) => environment !== undefined);
    page
      .text(
        "A flag beats a variable, which beats the profile's setting, which beats the default. waybill ignores empty variables. Switches take 1 or 0.",
      )
      .rows('Flags as variables', declared.map(row))
      .rows('Credentials for one run', [
        ['WAYBILL_API_KEY', 'The API key; set it together with the secret'],
        ['WAYBILL_API_SECRET', 'The API secret; set it together with the key'],
      ])
      .rows('PostgreSQL, for waybill mirror push', [
        ['WAYBILL_POSTGRES_URL', 'The address: postgres://user@host/database'],
        ['PGHOST, PGUSER, …', "PostgreSQL's own variables, for what the address leaves out"],
        ['PGPASSFILE', 'The password file (default ~/.pgpass)'],
      ])
      .rows('Color', [
        ['NO_COLOR', 'No color, unless --color or FORCE_COLOR turns it on'],
        ['FORCE_COLOR', 'Color in pipes too; with 0 or false, no color'],
      ])
      .rows('Time', [
        [
          'TZ',
          "The zone whose days count, by name, such as America/New_York (default the system's)",
        ],
      ])
      .rows('Pager', [
        [
          'WAYBILL_PAGER, PAGER',
          'The program that shows long output on a terminal (default less); cat or nothing for none',
        ],
      ])
      .rows('Network', [
        ['HTTPS_PROXY, HTTP_PROXY', 'The proxy for https and http'],
        ['NO_PROXY', 'Hosts to reach without the proxy'],
      ])
      .rows('Folders', [
        ['WAYBILL_HOME', "One folder for all of waybill's files"],
        ['XDG_CONFIG_HOME', 'Settings, credentials kept in a file, and saved column mappings'],
        ['XDG_DATA_HOME', 'The mirrors, with your recorded payments, and the sandbox database'],
        ['XDG_STATE_HOME', 'Upload jobs'],
        [
          'XDG_CACHE_HOME',
          'Values for completion, compiled code and unpacked libraries; you can delete it at any time',
        ],
      ])
      .text(
        'waybill config path shows where the settings are; waybill config list shows where each setting comes from.',
      );
  },
};

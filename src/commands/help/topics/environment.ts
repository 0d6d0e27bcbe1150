import type { Row } from '../../../cli/help';
import { commandsOf, programTree, type TreeFlag } from '../../../cli/tree';
import { nouns } from '../../tree';
import type { Topic } from '../topics';

function row({ environment = '', label, describe }: TreeFlag): Row {
  return [environment, `${label}: ${describe}`];
}

export const topic: Topic = {
  async write(page) {
    const tree = await programTree(nouns);
    const declared = [
      ...tree.globalFlags,
      ...commandsOf(tree).flatMap(({ flags }) => flags),
    ].filter(({ environment }) => environment !== undefined);
    page
      .text(
        'A flag beats a variable, a variable beats the setting of the profile, and that beats the default. An empty variable counts as not set. Switches take 1 or 0.',
      )
      .rows('Flags as variables', declared.map(row))
      .rows('Credentials for one run', [
        ['WAYBILL_API_KEY', 'The API key; only together with the secret'],
        ['WAYBILL_API_SECRET', 'The API secret; only together with the key'],
      ])
      .rows('PostgreSQL, for waybill mirror push', [
        ['WAYBILL_POSTGRES_URL', 'The address: postgres://user@host/database'],
        ['PGHOST, PGUSER, …', "PostgreSQL's own, where the address does not say"],
        ['PGPASSFILE', 'The file of passwords, ~/.pgpass where it is not set'],
      ])
      .rows('Colour', [
        ['NO_COLOR', 'No colour, unless --color asks for it'],
        ['FORCE_COLOR', 'Colour in pipes too'],
      ])
      .rows('Network', [
        ['HTTPS_PROXY, HTTP_PROXY', 'The proxy to go through, for https and http'],
        ['NO_PROXY', 'Hosts to reach without it'],
      ])
      .rows('Folders', [
        ['WAYBILL_HOME', 'One folder for all of its files'],
        ['XDG_CONFIG_HOME', 'Settings, and credentials kept in a file'],
        ['XDG_DATA_HOME', 'The sandbox database'],
        ['XDG_STATE_HOME', 'Upload jobs'],
        [
          'XDG_CACHE_HOME',
          'Values for completion, and compiled code: it may be deleted at any time',
        ],
      ])
      .text(
        'waybill config path shows which files it uses; waybill config list says where each setting comes from.',
      );
  },
};

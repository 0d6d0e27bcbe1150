import { defineCommand } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { mirrorFlags } from '../../cli/global-flags';
import { cardFields } from '../../contract/fields';
import type { CreditCard } from '../../contract/responses';
import { gathered } from '../../lib/once';
import { compareBy, ownSortNames, selectRows, sort, wholeRangeFlags } from '../../lists/selection';
import { shownFields } from '../../output/fields';
import { wholeName } from '../../output/fit';
import type { ListView } from '../../output/view';

const nickname = { kind: 'text', preferredWidth: wholeName } as const;

const view: ListView<CreditCard> = {
  one: 'credit card',
  empty: 'No credit cards.',
  fields: {
    ...shownFields(cardFields),
    ...Object.fromEntries(['nickname', 'subCards.nickname'].map((path) => [path, nickname])),
  },
  table: [
    'nickname',
    'lastDigits',
    'name',
    'issuer',
    'accountOwner',
    { field: 'earnRate', heading: 'Rate' },
    { field: 'annualFee', heading: 'Fee' },
    'openedAt',
    'closedAt',
  ],
  leaveOut: ['Fee', 'Opened', 'Closed', 'Issuer', 'Name', 'Rate', 'Owner'],
  below: {
    at: 'subCards',
    columns: ['nickname', 'lastDigits', 'cardType', '', '', '', '', '', ''],
  },
};

/** A name as it is compared: in any case. */
const plainName = (name: string | null | undefined) => name?.normalize('NFC').toLowerCase();

export const command = defineCommand({
  summary: 'List credit cards with their sub-cards',
  description: `Other commands take a card's id, last digits or nickname as --card and --sub-card.`,
  fields: Object.keys(view.fields),
  documents: { 'The cards': ['card'], 'With --count': 'count' },
  flags: {
    open: toggle('Only cards that are not closed', { conflicts: ['closed'] }),
    closed: toggle('Only closed cards'),
    owner: text('<text>', "Part of the account owner's name"),
    ...wholeRangeFlags,
    sort: sort(ownSortNames(view.fields), view),
    count: toggle('Print only the count, ignoring the limit'),
    ...mirrorFlags,
  },
  examples: {
    'waybill cards list': 'List every card with its sub-cards',
    'waybill cards list --open -o csv': 'Export the open cards for a spreadsheet',
  },
  async run(flags, given) {
    const context = given.reading(flags);
    const owner = plainName(flags.owner);
    const read: CreditCard[] = [];
    const passes = (card: CreditCard) => {
      read.push(card);
      const closed = typeof card.closedAt === 'string';
      if ((flags.open && closed) || (flags.closed && !closed)) return false;
      return owner === undefined || plainName(card.accountOwner)?.includes(owner) === true;
    };
    const [output, { api }] = await Promise.all([context.output(), context.session()]);
    context.keepForCompletion({ cards: read });
    const { offset = 0, limit, verify } = flags;
    const all = { passes, offset: 0, limit: undefined };
    const cards = api.creditCards.each({ verify });
    if (flags.count) return output.count((await gathered(selectRows(cards, all))).length);
    const compare = flags.sort === undefined ? undefined : compareBy<CreditCard>(flags.sort);
    await output.list(view, selectRows(cards, { passes, compare, offset, limit }));
  },
});

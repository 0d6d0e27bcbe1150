import { defineCommand, one } from '../../cli/definition';
import { counted, toTheMinute } from '../../lib/words';
import type { MergeResult, OverruledEntry } from '../../mirror/merge';
import type { CardView } from '../../output/view';

/** Words for what came, by the members of the result. */
const came = {
  imports: 'imports',
  undos: 'undone imports',
  payments: 'typed payments',
  dates: 'dates',
  removals: 'removals',
  acceptances: 'acceptances',
} as const;
const members = Object.keys(came) as readonly (keyof typeof came)[];

const kinds = {
  import: 'import',
  undo: 'undoing',
  date: 'date',
  removal: 'removal or its undoing',
  acceptance: 'acceptance or its undoing',
  typed: 'payment',
} as const;

const view: CardView<MergeResult> = {
  one: 'merge',
  fields: {
    ...Object.fromEntries(
      members.map((name) => [
        name,
        { kind: 'number', means: `How many ${came[name]} came` } as const,
      ]),
    ),
    overruled: { kind: 'list', means: 'Entries that a later one overrules' },
    'overruled.kind': { kind: 'text', means: 'What it is', values: Object.keys(kinds) },
    'overruled.payment': { kind: 'number', means: 'The id of its payment', orNull: true },
    'overruled.import': { kind: 'number', means: 'The id of its import', orNull: true },
    'overruled.orderId': { kind: 'id', means: "The service's id of its order", orNull: true },
    'overruled.orderNumber': { kind: 'id', means: 'The number of its order', orNull: true },
    'overruled.at': { kind: 'moment', means: 'When it was made' },
    'overruled.by': { kind: 'moment', means: 'When the later one was made' },
  },
  card: (result) => {
    const parts = members.flatMap((name) =>
      result[name] === 0 ? [] : [counted(result[name], came[name])],
    );
    return parts.length === 0 ? 'Nothing new.' : `Came: ${parts.join(', ')}.`;
  },
};

/** The subject of an overruled entry, in words. */
function subjectIn({ kind, payment, import: id, orderId, orderNumber }: OverruledEntry): string {
  if (kind === 'import' || kind === 'undo') return id === null ? 'an import' : `import ${id}`;
  if (payment !== null) return `payment ${payment}`;
  return orderId === null ? 'a payment' : `order ${orderNumber ?? orderId}`;
}

export const command = defineCommand({
  summary: "Take payments from a backup or another machine's mirror",
  description: `Takes from a backup, or the mirror of another machine, what this ledger lacks: imports, payments typed by
hand, dates, removals and acceptances, and what takes them back. Takes no orders and no settings. Both
machines can record; merging each other's backups gives both the same payments, and merging twice changes
nothing. Where both said something about one payment or order, the later one wins, and the other is named.
So is a payment that no longer counts because of what the other machine recorded.
Without a mirror here, the backup becomes it. The user's own half is copied beside the mirror before.`,
  fields: Object.keys(view.fields),
  documents: { 'The merge': view },
  arguments: { file: one("The backup, or the other machine's mirror", { complete: 'file' }) },
  examples: {
    'waybill mirror backup theirs.db && waybill mirror merge theirs.db':
      "Take a colleague's payments",
    'waybill mirror backup theirs.db -y && waybill mirror merge theirs.db --dry-run':
      'See what would come',
  },
  async run({ file }, context) {
    const output = await context.outputOf(view);
    const access = await context.mirror();
    const { mergeMirror } = await import('../../mirror/merge');
    const { serviceBaseUrl } = await import('../../settings/base-url');
    const settings = context.settings();
    const path = await access.ownPath();
    const { result, lost, copy, isNew } = await mergeMirror(path, {
      world: context.world,
      file,
      isDryRun: settings.dryRun === true,
      baseUrl: settings.sandbox ? undefined : serviceBaseUrl(settings),
    });
    await output.one(view, result);
    const { notices } = context;
    for (const { payment, orders, reference } of lost) {
      const why =
        reference === null
          ? 'files that were recorded together say different things about it. Record the right one again by itself, or type the payment with payments add.'
          : `reference ${reference} has another payment, which counts or was removed. Ask the group which is right, and type what is missing with payments add.`;
      notices.warning(`${payment} for ${orders} does not count: ${why}`);
    }
    if (output.format !== 'table') return;
    for (const one of result.overruled) {
      notices.notice(
        `Overruled: the ${kinds[one.kind]} of ${subjectIn(one)}, made at ${toTheMinute(one.at)}, by a later one of ${toTheMinute(one.by)}.`,
      );
    }
    if (settings.dryRun) notices.notice('This was a dry run: nothing was changed.');
    else if (isNew) notices.notice(`${file} is now the mirror ${path}.`);
    if (copy !== undefined) notices.notice(`The payments from before are in ${copy}.`);
  },
});

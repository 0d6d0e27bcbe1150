import { defineCommand } from '../../cli/definition';
import { text, toggle } from '../../cli/flag';
import { membersBelow } from '../../lib/once';
import { counted, grouped } from '../../lib/words';
import type { PushResult } from '../../mirror/push/push';
import { countFields } from '../../output/fields';
import type { CardView } from '../../output/view';

const counts = ['new', 'changed', 'unchanged', 'gone'] as const;

const view: CardView<PushResult> = {
  one: 'push',
  fields: {
    schema: { kind: 'text', means: 'The schema in PostgreSQL' },
    mirrorId: { kind: 'text', means: 'The id of this mirror there' },
    asOf: { kind: 'moment', means: 'The end of the last complete sync' },
    complete: { kind: 'yesNo', means: 'True if nothing newer is in the mirror' },
    orders: { kind: 'object', means: 'What became of its rows' },
    ...membersBelow('orders', countFields(counts)),
    cards: { kind: 'object', means: 'What became of its rows' },
    ...membersBelow('cards', countFields(counts)),
    events: { kind: 'number', means: 'Events that were new there' },
    payments: { kind: 'number', means: 'Payments that are there now' },
  },
  card: summary,
};

function summary({ orders, cards, events, payments, schema }: PushResult): string {
  const sum = (what: (typeof counts)[number]) => `${grouped(orders[what] + cards[what])} ${what}`;
  const changes = `${sum('new')}, ${sum('changed')}, ${sum('gone')}`;
  return `${changes}; ${counted(events, 'events')} added; ${counted(payments, 'payments')}; schema ${schema}`;
}

/** Milliseconds for a statement, and to wait for another push, without --timeout. */
const defaultTimeout = { statement: 60_000, wait: 30_000 };

export const command = defineCommand({
  summary: 'Copy the mirror into PostgreSQL, for a team or a BI tool',
  description: `Copies the mirror into a schema of a PostgreSQL database. Sends what changed since the last push, in
one transaction; nothing is copied back. Several accounts can share a schema, each with its own
mirror_id. Set the address in WAYBILL_POSTGRES_URL (postgres://user@host/database) or in PostgreSQL's
own variables (PGHOST, PGUSER, PGDATABASE, …), and the password in PostgreSQL's password file (waybill
help environment) or PGPASSWORD, never on the command line. Unless the host is this machine, the connection uses TLS and checks the certificate.
--dry-run rolls the transaction back and prints the counts.`,
  fields: Object.keys(view.fields),
  documents: { 'The push': view },
  flags: {
    schema: text('<name>', 'The schema to copy into', { defaultText: 'waybill' }),
    takeOver: toggle(
      'Use a schema that contains something else, or replace what another copy of this mirror pushed',
    ),
  },
  examples: {
    'waybill mirror push': 'Copy into the schema waybill',
    'waybill sync -q && waybill mirror push -q': 'Push after each sync, for example from cron',
    'waybill mirror push --dry-run': 'See what would be sent',
  },
  async run({ schema = 'waybill', takeOver }, context) {
    const { world, notices, redactor } = context;
    const output = await context.outputOf(view);
    const { caFile, timeout, dryRun, verbose, debug, quiet } = context.settings();
    const { pushMirror } = await import('../../mirror/push/push');
    const { checkSchemaName } = await import('../../mirror/push/schema');
    const { postgresAddress } = await import('../../mirror/push/address');
    const { connectPostgres } = await import('../../mirror/push/postgres');
    checkSchemaName(schema);
    const address = postgresAddress({
      env: world.env,
      caFile,
      onSecret: (password) => redactor.add(password),
      onNotice: notices.notice,
    });
    const { database } = await (await context.mirror()).open({});
    if (verbose || debug) {
      const secured = address.ssl === false ? 'without TLS' : 'with TLS';
      notices.trace(`PostgreSQL ${address.shown} as ${address.user}, ${secured}`);
    }
    const milliseconds = timeout === undefined ? undefined : timeout * 1000;
    const wait = milliseconds ?? defaultTimeout.wait;
    const postgres = await connectPostgres(address, {
      timeout: wait + (milliseconds ?? defaultTimeout.statement),
      schema,
      signal: world.interruption,
    });
    try {
      const result = await context.progress({ label: 'Pushing', unit: 'rows' }, (progress) =>
        pushMirror(database, postgres, {
          schema,
          takeOver,
          dryRun,
          now: new Date(world.clock.now()).toISOString(),
          wait,
          onWarning: notices.warning,
          progress,
        }),
      );
      if (dryRun) notices.notice('This was a dry run: nothing changed in PostgreSQL.');
      if (output.format === 'table' && quiet) return;
      await output.one(view, result);
    } finally {
      await postgres.close();
    }
  },
});

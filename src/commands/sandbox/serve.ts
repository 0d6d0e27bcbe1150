import { defineCommand } from '../../cli/definition';
import { choice, integer, text, valued, withDefault } from '../../cli/flag';
import type { Context, Service } from '../../context/context';
import { usageFailure } from '../../failure';
import { database, withSandbox } from './database';

function rateLimit(typed: string, label: string) {
  const [, requests, seconds] = /^(\d{1,9})\/(\d{1,9}(?:\.\d+)?)$/.exec(typed.trim()) ?? [];
  const limit = { requests: Number(requests), seconds: Number(seconds) };
  if (!(limit.requests >= 1 && limit.seconds > 0)) {
    throw usageFailure(`${label} takes <requests>/<seconds>, such as 10/60, not "${typed}"`);
  }
  return limit;
}

function stopped({ interruption }: Context['world']): Promise<void> {
  return new Promise((resolve) => {
    if (interruption.aborted) resolve();
    else interruption.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function report(baseUrl: string, { credentials }: Service, context: Context): Promise<void> {
  const output = await context.output();
  const { apiKey, apiSecret } = credentials;
  // This shell's variables may hold them already.
  for (const one of [apiKey, apiSecret]) context.redactor.forget(one);
  // One line, so that a script has everything after reading one line.
  const lines =
    output.format === 'json' || output.format === 'ndjson'
      ? [JSON.stringify({ baseUrl, apiKey, apiSecret })]
      : [`Base URL    ${baseUrl}`, `API key     ${apiKey}`, `API secret  ${apiSecret}`];
  await output.text(`${lines.join('\n')}\n`);
  context.notices.notice('Serving the sandbox account. Press Ctrl-C to stop.');
}

export const command = defineCommand({
  summary: 'Serve the sandbox over HTTP',
  description: `Serves the sandbox account over HTTP, for programs that use the service's API, until you stop it. It
finishes requests in progress first. A new sample account has dates relative to today; --today sets
a different day. With --json, the first line on stdout is {"baseUrl","apiKey","apiSecret"}.

The credentials open only sandbox data. To use the sandbox from another terminal, set
WAYBILL_BASE_URL, WAYBILL_API_KEY and WAYBILL_API_SECRET to the three values.`,
  documents: {
    'The first line': {
      fields: {
        baseUrl: { kind: 'text', means: "The service's address" },
        apiKey: { kind: 'text', means: 'The key that it accepts' },
        apiSecret: { kind: 'text', means: 'The secret that it accepts' },
      },
    },
  },
  flags: {
    port: withDefault(
      integer('<n>', 'The port to listen on; 0 picks a free one', { minimum: 0, maximum: 65_535 }),
      0,
    ),
    host: withDefault(text('<address>', 'The address to listen on'), '127.0.0.1'),
    db: database,
    plan: withDefault(
      choice('<plan>', 'The plan: free has no API access (403)', ['paid', 'free']),
      'paid',
    ),
    rateLimit: valued(
      '<n>/<seconds>',
      'Respond with 429 to more than this many requests in this many seconds',
      rateLimit,
    ),
    latency: integer('<ms>', 'Delay every response by this long', { minimum: 0, maximum: 600_000 }),
  },
  examples: {
    'waybill sandbox serve': 'Serve the sandbox account on a free port',
    'waybill sandbox serve --port 8484 --db :memory: --rate-limit 10/60':
      'Test how a program handles rate limits',
  },
  run: (flags, context) => {
    const { port, host, db, plan, rateLimit, latency } = flags;
    const onFault = (error: Error) => context.notices.warning(error.message);
    const { sleep, interruption } = context.world;
    // Requests still waiting get a response immediately when the service stops.
    const delay =
      latency === undefined ? undefined : () => sleep(latency, interruption).catch(() => {});
    const options = { database: db, plan, rateLimit, delay, onFault };
    return withSandbox(context, options, async (service) => {
      const listening = await service.listen({ host, port });
      try {
        await report(listening.baseUrl, service, context);
        if (!listening.isLocal) {
          context.notices.warning(
            'Other machines can reach this sandbox, and its credentials are public: anyone who reaches it can read and change everything in it.',
          );
        }
        await stopped(context.world);
      } finally {
        await listening.close();
      }
    });
  },
});

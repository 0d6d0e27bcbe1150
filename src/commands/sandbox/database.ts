import { valued } from '../../cli/flag';
import type { Context, SandboxOptions, Service, ServiceInfo } from '../../context/context';
import { usageFailure } from '../../failure';
import { checkFileName } from '../../lib/file-name';
import { kibibytes, typedWords } from '../../lib/words';
import type { CardView } from '../../output/view';

/** Reads a file name or `:memory:`. A URL may contain a secret: only its scheme is repeated. */
function readDatabase(typed: string, label: string): string {
  if (typed.trim() === '') throw usageFailure(`${label} is empty`);
  const [, scheme] = /^([a-z][a-z\d+.-]+:)/i.exec(typed.trim()) ?? [];
  if (scheme === undefined) {
    if (typed !== ':memory:') checkFileName(typed, 'Name another file.');
    return typed;
  }
  throw usageFailure(`${label} takes a file or :memory:, not a URL (${scheme}…)`, {
    hint: `The sandbox is a file on this machine. For a file with that name, use ./${scheme}…`,
  });
}

export const database = valued(
  '<file>',
  'The sandbox database file; :memory: saves nothing',
  readDatabase,
  { complete: 'file', defaultText: 'sandbox.db in the data folder' },
);

export async function withSandbox<T>(
  context: Context,
  options: SandboxOptions,
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await context.sandboxService(options);
  try {
    return await use(service);
  } finally {
    service.close();
  }
}

const countOf = (what: string) => ({ kind: 'number', heading: what, means: what }) as const;

export const infoView: CardView<ServiceInfo> = {
  one: 'sandbox account',
  fields: {
    database: { kind: 'text', means: 'The file of the sandbox' },
    size: { kind: 'number', heading: 'Size in bytes', means: 'Bytes on disk' },
    schemaVersion: { kind: 'number', means: 'The version of the file' },
    plan: { kind: 'text', means: "The account's plan", values: ['paid', 'free'] },
    counts: { kind: 'object', means: 'How many there are' },
    'counts.orders': countOf('Buying group orders'),
    'counts.giftcards': countOf('Gift card orders'),
    'counts.cards': countOf('Credit cards'),
    'counts.trackingNumbers': countOf('Tracking numbers'),
  },
  card: {
    title: () => 'Sandbox account',
    lines: [
      'database',
      { heading: 'Size', kind: 'text', value: ({ size }) => kibibytes(size) },
      ...typedWords('schemaVersion plan counts.orders counts.giftcards'),
      ...typedWords('counts.cards counts.trackingNumbers'),
    ],
  },
};

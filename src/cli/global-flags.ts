import { usageFailure } from '../failure';
import { colorChoices, moneyUnits, outputFormats } from '../formats';
import { day } from './day';
import {
  choice,
  type Flags,
  type FlagValues,
  fromVariable,
  integer,
  keptSetting,
  seconds,
  text,
  texts,
  toggle,
  underHeading,
} from './flag';

/** The time limits of one request by default, in seconds. */
export const defaultTimeout = { read: 30, write: 60 } as const;
export const defaults = {
  output: 'table',
  money: 'cents',
  maxWait: 900,
  retries: 4,
  concurrency: 4,
  color: 'auto',
} as const;

const accountFlags = underHeading('Account', {
  profile: text('<name>', 'Account to use', { ...fromVariable('PROFILE'), complete: 'profile' }),
  sandbox: toggle('Use the embedded sandbox instead of an account: no setup, no network', {
    ...fromVariable('SANDBOX'),
    conflicts: ['profile', 'baseUrl'],
  }),
  baseUrl: text('<url>', "The service's address, version prefix included", keptSetting('BASE_URL')),
});

const outputFlags = underHeading('Output', {
  output: choice('<format>', 'Output format', outputFormats, {
    ...keptSetting('OUTPUT'),
    short: 'o',
    defaultText: defaults.output,
  }),
  json: toggle('Short for -o json'),
  fields: texts('<a,b,…>', 'Fields to print, in this order; dotted paths reach inside', {
    complete: 'fields',
  }),
  noHeader: toggle('Print csv and tsv without a header line'),
  money: choice('<unit>', 'Unit of money in csv and tsv, out and in', moneyUnits, {
    ...keptSetting('MONEY'),
    defaultText: defaults.money,
  }),
  today: day('What counts as today'),
  excel: toggle(
    'Write csv, results and rejects that Excel opens unharmed: a BOM, and long numbers as ="…"',
  ),
  rawCsv: toggle("Don't escape csv and tsv values that a spreadsheet would run as formulas"),
  color: choice('<when>', 'When to use color', colorChoices, {
    setting: true,
    defaultText: defaults.color,
  }),
  accessible: toggle(
    'Lists as labeled lines and numbered questions, for a screen reader',
    keptSetting('ACCESSIBLE'),
  ),
});

const networkFlags = underHeading('Network', {
  timeout: seconds('Time limit for one request (30 for reads, 60 for writes)', {
    ...keptSetting('TIMEOUT'),
    minimum: 0.001,
  }),
  maxWait: seconds('Total time to wait out rate limits', {
    ...keptSetting('MAX_WAIT'),
    defaultText: String(defaults.maxWait),
  }),
  retries: integer('<n>', 'Retries after the first attempt', {
    ...keptSetting('RETRIES'),
    minimum: 0,
    maximum: 100,
    defaultText: String(defaults.retries),
  }),
  concurrency: integer('<n>', 'Concurrent requests', {
    ...keptSetting('CONCURRENCY'),
    minimum: 1,
    maximum: 16,
    defaultText: String(defaults.concurrency),
  }),
  caFile: text('<pem>', 'An extra certificate authority', {
    ...keptSetting('CA_FILE'),
    complete: 'file',
  }),
});

/**
 * The flags that every command takes, those about the run without a heading of their own. Without flag and
 * variable, the profile's setting or default applies.
 */
export const globalFlags = {
  ...accountFlags,
  ...outputFlags,
  ...networkFlags,
  dryRun: toggle('Print the requests instead of sending them'),
  yes: toggle('Answer yes to every confirmation', { short: 'y' }),
  noInput: toggle('Never prompt; missing input is a usage error', fromVariable('NO_INPUT')),
  quiet: toggle('No progress or notices; problems only', { short: 'q' }),
  verbose: toggle('Log one line per request to stderr', { short: 'v', ...fromVariable('VERBOSE') }),
  debug: toggle(
    'Also log headers and bodies, with credentials and redemption codes masked',
    fromVariable('DEBUG'),
  ),
} as const satisfies Flags;

/** The two flags that print something and end the run, anywhere on the line. */
export const informationFlags = {
  help: toggle('Show help', { short: 'h' }),
  version: toggle('Show the version', { short: 'V' }),
} as const satisfies Flags;

export type GlobalFlags = FlagValues<typeof globalFlags>;

export const mirrorFlags = {
  sync: toggle('Sync the mirror first', { conflicts: ['offline', 'mirror'] }),
  offline: toggle('Read the mirror instead of the service'),
  mirror: text('<file>', 'Read a different mirror, such as a backup', { complete: 'file' }),
};

export const mirrorOnlyFlags: typeof mirrorFlags = {
  ...mirrorFlags,
  offline: toggle("Don't sync, even if there is no mirror yet"),
};

export type MirrorFlagValues = FlagValues<typeof mirrorFlags>;

/** Throws exit 2 if --dry-run was typed, for what changes only local files. */
export function refuseDryRun({ globals }: { readonly globals: Pick<GlobalFlags, 'dryRun'> }): void {
  if (!globals.dryRun) return;
  throw usageFailure('--dry-run does not work with this command', {
    hint: 'It prints requests to the service, but this command changes only local files.',
  });
}

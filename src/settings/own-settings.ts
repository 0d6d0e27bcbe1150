import { resolve } from 'node:path';
import { kebab, readDuration, refuseEmpty } from '../cli/flag';
import { type GlobalFlags, globalFlags } from '../cli/global-flags';
import { cardsMeant, isSameName, type NamedCard } from '../contract/named';
import { usageFailure } from '../failure';
import { onceEach } from '../lib/once';
import { nameHint } from '../lib/suggest';
import { parseBaseUrl } from './base-url';
import { settingText } from './config-file';

/** Settings without a global flag: where credentials come from, and what reports calculate with. */
export const ownDefaults = {
  credentialCommand: null,
  pointValue: 1,
  overdueAfter: 30,
  mirrorStale: '24h',
} as const;

/** Settings that can be set for one group, or for one card. */
const prefixes = ['overdueAfter.', 'pointValue.'] as const;
const [overduePrefix, pointPrefix] = prefixes;
export type OwnKey = keyof typeof ownDefaults | `${(typeof prefixes)[number]}${string}`;

export function isOwnKey(key: string): key is OwnKey {
  return Object.hasOwn(ownDefaults, key) || prefixes.some((prefix) => key.startsWith(prefix));
}

/** Whole days: `30`, `30d`, or weeks: `2w`. Throws exit 2 for anything else. */
export function readDays(typed: string, label: string): number {
  const [, count, unit = 'd'] = /^(\d{1,4})([dw])?$/i.exec(typed.trim()) ?? [];
  if (count !== undefined) return Number(count) * (/w/i.test(unit) ? 7 : 1);
  throw usageFailure(`${label} takes a number of days, not "${typed}"`);
}

/** Cents per point, up to three decimals. Throws exit 2 for anything else. */
function readPointValue(typed: string, label: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(typed.trim())) return Number(typed);
  throw usageFailure(
    `${label} takes the value of a point in cents, such as 1 or 1.25, not "${typed}"`,
  );
}

/** The value as stored in the settings file. Throws exit 2 if it is invalid. */
export function readOwnSetting(key: OwnKey, typed: string, label: string = key): unknown {
  if (key === 'pointValue' || key.startsWith(pointPrefix)) return readPointValue(typed, label);
  if (key === 'mirrorStale') {
    readDuration(typed, label);
    return typed.trim().toLowerCase();
  }
  if (key !== 'credentialCommand') return readDays(typed, label);
  if (typed.trim() === '') throw usageFailure(`${label} takes a command, not empty text`);
  return typed;
}

type Kept = Readonly<Record<string, unknown>> | undefined;

/** Checks a setting of a profile if it is one that is read here. Throws exit 2 if it is bad. */
export function checkOwnSetting(key: string, value: unknown, label: string): void {
  if (!isOwnKey(key)) return;
  if (key === 'credentialCommand' && typeof value !== 'string') {
    throw usageFailure(`${label} takes a command as text`);
  }
  const text = settingText(value, label);
  if (text !== undefined) readOwnSetting(key, text, label);
}

export type ReportSettings = ReturnType<typeof reportSettings>;

/** The key under which a setting is kept: of one group or card, in any spelling. */
export function keptKey(settings: Kept, key: string): string | undefined {
  if (settings?.[key] !== undefined) return key;
  const prefix = prefixes.find((one) => key.startsWith(one));
  if (prefix === undefined) return undefined;
  return Object.keys(settings ?? {}).find(
    (one) =>
      one.startsWith(prefix) && isSameName(one.slice(prefix.length), key.slice(prefix.length)),
  );
}

/** The groups or cards that have a setting of their own, as typed. */
function namesWith(prefix: (typeof prefixes)[number], settings: Kept): readonly string[] {
  return Object.keys(settings ?? {}).flatMap((key) =>
    key.startsWith(prefix) ? key.slice(prefix.length) : [],
  );
}

/** The report settings of a profile, already checked, with their defaults. */
export function reportSettings(settings: Kept) {
  const read = (key: string, fallback: unknown) =>
    readOwnSetting(key as OwnKey, String(settings?.[key] ?? fallback)) as number;
  const thousandths = (key: OwnKey) => Math.round(read(key, ownDefaults.pointValue) * 1000);
  return {
    pointThousandths: thousandths('pointValue'),
    /** The same by the name of a card, as set. */
    pointsByName: new Map(
      namesWith(pointPrefix, settings).map((name) => [name, thousandths(`${pointPrefix}${name}`)]),
    ),
    /** Age in milliseconds from which a mirror is reported as old. */
    mirrorStale: readDuration(
      String(settings?.mirrorStale ?? ownDefaults.mirrorStale),
      'mirrorStale',
    ),
    /** Days from an order's date until its payout is overdue. */
    overdueAfter: onceEach((group: string) => {
      const key = keptKey(settings, `${overduePrefix}${group}`) ?? 'overdueAfter';
      return read(key, ownDefaults.overdueAfter);
    }),
  };
}

/**
 * The value of each card's points: by its id, its last digits or its nickname, whichever is set first.
 * `unclear` are names that fit no card or several; they count for none.
 */
export function pointValues(
  { pointThousandths, pointsByName }: ReportSettings,
  cards: () => readonly NamedCard[],
) {
  if (pointsByName.size === 0) return { pointThousandths, cardPoints: {}, unclear: [] };
  const all = cards();
  const ways = [
    (name: string, { id }: NamedCard) => id.toLowerCase() === name.toLowerCase(),
    (name: string, { lastDigits }: NamedCard) => lastDigits?.endsWith(name) === true,
    () => true,
  ];
  const clear = [...pointsByName].flatMap(([name, points]) => {
    const [card, another] = cardsMeant(name, all);
    if (card === undefined || another !== undefined) return [];
    return [{ name, points, id: card.id, rank: ways.findIndex((is) => is(name, card)) }];
  });
  const unclear = [...pointsByName.keys()].filter((name) =>
    clear.every((one) => one.name !== name),
  );
  // Of several names of one card, the last in this order counts.
  clear.sort((one, other) => other.rank - one.rank);
  const cardPoints = Object.fromEntries(clear.map(({ id, points }) => [id, points]));
  return { pointThousandths, cardPoints, unclear };
}

/** The days by each spelling of a group that has its own; under '' those of any other. */
export function overdueDays(
  settings: Kept,
  spellings: () => readonly string[],
): Readonly<Record<string, number>> {
  const { overdueAfter } = reportSettings(settings);
  const isSet = namesWith(overduePrefix, settings).length > 0;
  const own = isSet ? spellings() : [];
  const usual = overdueAfter('');
  const other = own.map((text) => [text, overdueAfter(text)] as const);
  return Object.fromEntries([['', usual], ...other.filter(([, days]) => days !== usual)]);
}

type FlagKey = keyof GlobalFlags;
export type SettingKey = FlagKey | OwnKey;

/** The settings of a profile: the global flags marked for it, and waybill's own. */
export const settingKeys = (): readonly SettingKey[] => [
  ...(Object.keys(globalFlags) as FlagKey[]).filter((key) => 'setting' in globalFlags[key]),
  ...(Object.keys(ownDefaults) as OwnKey[]),
];

/**
 * `baseUrl`, also written `base-url`, `--base-url` or `BASEURL`; `overdueAfter.bfmr` is for one group,
 * `pointValue.4417` for one card. Throws exit 2 for anything else.
 */
export function readSettingKey(typed: string): SettingKey {
  const plain = (text: string) => text.replace(/[-_]/g, '').toLowerCase();
  const [name = '', of = ''] = typed.split(/\.(.*)/s);
  const prefix = prefixes.find((one) => `${plain(name)}.` === one.toLowerCase());
  if (prefix !== undefined && of.trim() !== '') return `${prefix}${of.trim()}`;
  const found = settingKeys().find((key) => plain(key) === plain(typed));
  if (found !== undefined) return found;
  throw usageFailure(`Unknown setting "${typed}"`, {
    hint: nameHint(
      kebab(typed).replace(/^-+/, ''),
      settingKeys(),
      `Settings: ${settingKeys().join(', ')}, ${overduePrefix}<group>, ${pointPrefix}<card>.`,
    ),
  });
}

/** The value as stored in the settings file. Throws exit 2 if the flag would not accept it. */
export function readSettingValue(key: SettingKey, typed: string): unknown {
  if (key === 'baseUrl') return parseBaseUrl(typed, key);
  // Another run may start in a different folder.
  if (key === 'caFile') return resolve(refuseEmpty(typed, key));
  return isOwnKey(key) ? readOwnSetting(key, typed) : globalFlags[key].parse([typed], key);
}

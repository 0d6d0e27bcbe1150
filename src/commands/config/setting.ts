import { one } from '../../cli/definition';
import type { Context } from '../../context/context';
import { cardsMeant, groupMeant, meantNotice } from '../../contract/named';
import { usageFailure } from '../../failure';
import type { CardView, ListView } from '../../output/view';
import { shownBaseUrl } from '../../settings/base-url';
import { type Config, checkProfileName } from '../../settings/config-file';
import {
  isOwnKey,
  keptKey,
  ownDefaults,
  type SettingKey,
  settingKeys,
} from '../../settings/own-settings';
import { chooseProfile } from '../../settings/resolve';

export interface Setting {
  readonly key: SettingKey;
  readonly value: unknown;
  /** `flag`, `environment`, `profile` or `default`. */
  readonly from: string;
}

export const settingArgument = one('The name of a setting', { suggestions: settingKeys() });

export const settingView: ListView<Setting> & CardView<Setting> = {
  one: 'setting',
  empty: 'No settings.',
  fields: {
    key: { kind: 'text', means: 'The name of the setting' },
    value: { kind: 'any', means: 'Its value; null if it has none' },
    from: {
      kind: 'text',
      means: 'Where the value comes from',
      values: ['flag', 'environment', 'profile', 'default'],
    },
  },
  table: ['key', 'value', 'from'],
  card: ({ value }) => String(value ?? ''),
};

export function effectiveSetting(context: Context, key: SettingKey): Setting {
  const settings = context.settings();
  if (key === 'baseUrl' && settings.baseUrl !== undefined) {
    return { key, value: shownBaseUrl(settings.baseUrl), from: settings.sources.baseUrl };
  }
  if (!isOwnKey(key)) {
    return { key, value: settings[key] ?? null, from: settings.sources[key] };
  }
  const kept = settings.entry?.settings;
  const own = keptKey(kept, key);
  if (own !== undefined) return { key: own as SettingKey, value: kept?.[own], from: 'profile' };
  // A group without its own setting uses the one for all groups.
  const [usual = ''] = key.split('.');
  if (usual !== key) return effectiveSetting(context, usual as keyof typeof ownDefaults);
  return { key, value: ownDefaults[key as keyof typeof ownDefaults], from: 'default' };
}

/** The key of a setting of one group, under its name. Throws exit 2 for the name of several cards. */
export async function meantKey(key: SettingKey, context: Context): Promise<SettingKey> {
  const [prefix = '', typed] = key.split(/\.(.*)/s);
  if (typed === undefined) return key;
  const found = await (await context.mirror()).openIfThere();
  const what = prefix === 'overdueAfter' ? 'group' : 'card';
  const warn = (nearest?: string) =>
    context.notices.warning(
      `No ${what} of the account is known as "${typed}"; the setting is saved all the same.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
    );
  if (what === 'card') {
    if (found === undefined) return key;
    const { namedCards } = await import('../../mirror/state');
    const cards = cardsMeant(typed, namedCards(found.database));
    if (cards.length > 1) {
      throw usageFailure(`"${typed}" fits ${cards.length} cards`, {
        hint: `Use the id of one of these: ${cards.map(({ id }) => id).join(', ')}.`,
      });
    }
    if (cards.length === 0) warn();
    return key;
  }
  const { groupSpellings, groupsOf } = await import('../../mirror/group-names');
  const { name, isKnown, nearest } = groupMeant(
    typed,
    groupsOf(found === undefined ? [] : groupSpellings(found.database)),
  );
  if (!isKnown) warn(nearest);
  const notice = meantNotice(typed, name);
  if (notice !== undefined) context.notices.notice(`${notice}.`);
  return `overdueAfter.${name}`;
}

/** The profile that a change goes to. Reads no other setting, so that a bad one can be fixed. */
export function writtenProfile({ globals, world }: Context, config: Config): string {
  const { name } = chooseProfile({ flags: globals, env: world.env, config });
  return checkProfileName(name);
}

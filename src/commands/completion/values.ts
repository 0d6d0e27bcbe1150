import { defineCommand, maybeSeveral, one } from '../../cli/definition';
import { flagLabel } from '../../cli/flag';
import type { GlobalFlags } from '../../cli/global-flags';
import { type LivingKind, livingKinds } from '../../completion/plan';
import { type Context, createContext } from '../../context';
import type { BuyingGroupOrder, GiftCardOrder } from '../../contract/answers';
import { limits } from '../../contract/limits';
import { Screen } from '../../output/screen';
import { Sink } from '../../output/sink';
import { visibleLine } from '../../output/text';

/** Seconds that whoever pressed the tab key waits at most for the service. */
const patience = 2;

/** A value that is offered, and what a shell that can shows beside it. */
type Offer = readonly [value: string, describe: string];

/** The value of a global flag on a line that is still being typed, and may make no sense yet. */
function typedValue(words: readonly string[], key: keyof GlobalFlags): string | undefined {
  const label = flagLabel(key);
  const joint = words.findLast((word) => word.startsWith(`${label}=`));
  if (joint !== undefined) return joint.slice(label.length + 1);
  const place = words.lastIndexOf(label);
  return place === -1 ? undefined : words[place + 1];
}

/** The run that the line would be, as far as it says where to look; quick and without a word. */
function lookUpContext(words: readonly string[], context: Context): Context {
  const { world, redactor } = context;
  const globals: GlobalFlags = {
    ...context.globals,
    profile: typedValue(words, 'profile'),
    baseUrl: typedValue(words, 'baseUrl'),
    caFile: typedValue(words, 'caFile'),
    sandbox: words.includes(flagLabel('sandbox')),
    timeout: patience,
    maxWait: 0,
    retries: 0,
    noInput: true,
    quiet: true,
  };
  const screen = new Screen(() => ({ write: () => true }));
  return createContext({
    world,
    redactor,
    globals,
    screen,
    sink: new Sink(world.stdout, world),
  });
}

function orderOffer({ orderNumber, retailer, status }: BuyingGroupOrder | GiftCardOrder): Offer {
  return [orderNumber ?? '', `${retailer}, ${status}`];
}

/** One page of a list: what was bought lately is among it, and a second one would take too long. */
const page = { limit: limits.pageSize.maximum, offset: 0 };

const lookUps: Readonly<Record<LivingKind, (context: Context) => Promise<readonly Offer[]>>> = {
  async profile(context) {
    const { profiles } = context.readConfig();
    return Object.keys(profiles).map((name): Offer => [name, '']);
  },
  async card(context) {
    const { data } = await (await context.session()).api.creditCards.page(page);
    return data.map(({ id, nickname, lastDigits }): Offer => [id, `${nickname} ${lastDigits}`]);
  },
  async subcard(context) {
    const { data } = await (await context.session()).api.creditCards.page(page);
    return data.flatMap(({ subCards }) =>
      (subCards ?? []).map(
        ({ id, nickname, lastDigits }): Offer => [id, `${nickname} ${lastDigits}`],
      ),
    );
  },
  async order(context) {
    return (await (await context.session()).api.buyingGroupOrders.page(page)).data.map(orderOffer);
  },
  async giftcard(context) {
    return (await (await context.session()).api.giftCardOrders.page(page)).data.map(orderOffer);
  },
};

/** Asking the service must not make a password manager ask the person in the middle of a line. */
function mayAsk(kind: LivingKind, context: Context): boolean {
  const settings = context.settings();
  return (
    kind === 'profile' || settings.sandbox || settings.entry?.settings?.credentialCommand == null
  );
}

/**
 * What the completion scripts call for values that only a running waybill knows: a line each, with a
 * tab before its description. Whatever goes wrong, nothing is offered and nothing is said.
 */
export const command = defineCommand({
  summary: 'Values that the completion scripts ask for',
  arguments: {
    kind: one('What is wanted', { choices: livingKinds }),
    words: maybeSeveral('The words of the command line before the cursor'),
  },
  flags: {},
  examples: [],
  async run({ kind, words }, outer) {
    const context = lookUpContext(words, outer);
    let offers: readonly Offer[] = [];
    try {
      const wanted = kind as LivingKind;
      if (mayAsk(wanted, context)) offers = await lookUps[wanted](context);
    } catch {
      // Who pressed the tab key asked for no message.
    } finally {
      await context.close();
    }
    const lines = offers
      .filter(([value]) => value !== '' && visibleLine(value) === value)
      .map(([value, describe]) => `${value}\t${visibleLine(describe)}\n`);
    await (await outer.output()).text(lines.join(''));
  },
});

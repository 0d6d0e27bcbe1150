/** Names of our verbs in other tools. */
const verbHabits: Readonly<Record<string, readonly string[]>> = {
  view: ['get', 'show', 'list', 'status'],
  show: ['get', 'list', 'status', 'info'],
  describe: ['get', 'show', 'list'],
  edit: ['update', 'set'],
  modify: ['update', 'set'],
  new: ['create', 'add'],
  add: ['create', 'login', 'set'],
  upload: ['add', 'create'],
  search: ['list'],
  find: ['list'],
};

/** Whole commands that people try first. */
const commandHabits: Readonly<Record<string, string>> = {
  login: 'waybill auth login',
  logout: 'waybill auth logout',
  status: 'waybill auth status, or waybill doctor',
  whoami: 'waybill auth status',
  version: 'waybill --version',
  gc: 'waybill giftcards',
  tracking: 'waybill shipments',
  trackings: 'waybill shipments',
  add: 'waybill shipments add',
  list: 'waybill orders list',
  view: 'waybill orders get <order>',
  show: 'waybill orders get <order>',
  get: 'waybill orders get <order>',
  create: 'waybill orders create',
  edit: 'waybill orders update <order>',
  update: 'waybill orders update <order>',
  settings: 'waybill config list',
  ls: 'waybill orders list',
  upload: 'waybill shipments add --csv <file>, or waybill orders create --csv <file>',
  submit: 'waybill shipments add',
  track: 'waybill orders list --tracking <number>',
};

/** Verbs that people try below a noun. */
const nounHabits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  report: { profit: 'waybill report pnl, or waybill report margin' },
  orders: {
    status:
      'waybill orders get <order> to see it, waybill orders update <order> --status <status> to change it',
    tracking: 'waybill orders get <order>, or waybill shipments list for all tracking numbers',
    history: 'waybill changes --since <date>',
    overdue: 'waybill report overdue',
  },
  // `config get` takes a key; who wants to see the settings means all of them.
  config: { show: 'waybill config list', view: 'waybill config list' },
};

export const flagHabits: Readonly<Record<string, string>> = {
  '-n': 'Use --dry-run; lists take -L <n>.',
  '--overdue': 'Use waybill report overdue.',
};

const removing: readonly string[] = ['delete', 'remove', 'rm'];

const removals: readonly string[] = ['remove', 'reset', 'clean', 'unset', 'logout'];

/** Advice on a word known from other tools: below the noun at `path`, or as a command if that is empty. */
export function habitHint(
  typed: string,
  path: readonly string[],
  names: readonly string[],
): string | undefined {
  const word = typed.toLowerCase();
  const [noun = 'orders'] = path;
  if (removing.includes(word)) return removalHint(noun, names);
  const habits = path.length === 0 ? commandHabits : (nounHabits[noun] ?? {});
  if (Object.hasOwn(habits, word)) return `Use ${habits[word]}.`;
  if (path.length === 0) return undefined;
  const meant = Object.hasOwn(verbHabits, word) ? verbHabits[word] : [];
  const verb = meant?.find((one) => names.includes(one));
  return verb === undefined ? undefined : `Use waybill ${noun} ${verb}.`;
}

function removalHint(noun: string, names: readonly string[]): string {
  const verb = removals.find((one) => names.includes(one));
  if (verb !== undefined) return `Use waybill ${noun} ${verb}.`;
  if (noun === 'orders' || noun === 'giftcards') {
    return `The service can't delete orders. To cancel one, use waybill ${noun} update <order> --status cancelled.`;
  }
  return noun === 'shipments'
    ? "The service can't remove tracking numbers. Remove them in the app."
    : "The service can't delete anything. Use the app.";
}

import type { AnyCommand, Nouns, Verb } from '../cli/definition';
import type { GroupedReport } from '../insight/reports/report';

/** A report that adds up by a dimension: its command is made from its declaration. */
const report = (load: () => Promise<GroupedReport>): Verb => ({
  load: async () => ({ command: (await import('./report/grouped')).reportCommand(await load()) }),
});
const outstanding = () => import('../insight/reports/outstanding');
const profit = () => import('../insight/reports/profit');

/** A command that shows other commands receives the tree: importing it would make a circle. */
const inTree = (load: () => Promise<(nouns: Nouns) => AnyCommand>) => async () => ({
  command: (await load())(nouns),
});

/** The command tree. Each verb is loaded only when it is needed. */
export const nouns: Nouns = {
  auth: {
    summary: 'Credentials and profiles',
    examples: {
      'waybill auth status': 'Check which account you use and that it works',
      'waybill auth list': 'List all profiles, with the default marked',
    },
    verbs: {
      login: { load: () => import('./auth/login') },
      status: { load: () => import('./auth/status') },
      list: { aliases: ['ls'], load: () => import('./auth/list') },
      switch: { load: () => import('./auth/switch') },
      rotate: { load: () => import('./auth/rotate') },
      logout: { load: () => import('./auth/logout') },
    },
  },
  orders: {
    summary: 'Buying group orders',
    aliases: ['order'],
    examples: {
      'waybill orders list --status purchased --older-than 14d':
        'List what has not shipped in two weeks',
      'waybill orders get 800458530': 'Show an order with its items and tracking numbers',
      'waybill orders update 800458530 --status delivered': 'Change its status',
    },
    verbs: {
      list: { aliases: ['ls'], load: () => import('./orders/list') },
      get: { load: () => import('./orders/get') },
      create: { load: () => import('./orders/create') },
      update: { load: () => import('./orders/update') },
    },
  },
  giftcards: {
    summary: 'Gift card orders',
    aliases: ['giftcard'],
    examples: {
      'waybill giftcards list --status submitted': 'List what is in progress',
      'waybill giftcards get 813763113': 'Show an order with its items',
    },
    verbs: {
      list: { aliases: ['ls'], load: () => import('./giftcards/list') },
      get: { load: () => import('./giftcards/get') },
      create: { load: () => import('./giftcards/create') },
      update: { load: () => import('./giftcards/update') },
    },
  },
  shipments: {
    summary: 'Tracking numbers: one, or a whole spreadsheet',
    aliases: ['shipment'],
    topic: 'csv',
    examples: {
      'waybill shipments check examples/shipments.csv': 'Check a file first',
      'waybill shipments add --csv examples/shipments.csv': 'Upload it',
      'waybill shipments list --carrier ups': 'List what ships with one carrier',
    },
    verbs: {
      add: { load: () => import('./shipments/add') },
      check: { load: () => import('./shipments/check') },
      list: { aliases: ['ls'], load: () => import('./shipments/list') },
    },
  },
  jobs: {
    summary: 'Uploads: what was sent, what was refused, what is unfinished',
    aliases: ['job'],
    examples: {
      'waybill jobs list': 'List all uploads',
      'waybill jobs clean --older-than 30d': 'Keep the last 30 days',
    },
    verbs: {
      list: { aliases: ['ls'], load: () => import('./jobs/list') },
      show: { load: () => import('./jobs/show') },
      clean: { load: () => import('./jobs/clean') },
    },
  },
  cards: {
    summary: 'Credit cards with their sub-cards',
    aliases: ['card'],
    examples: {
      'waybill cards list': 'List every card with its sub-cards',
      'waybill cards list --open': 'List the open cards',
    },
    verbs: { list: { aliases: ['ls'], load: () => import('./cards/list') } },
  },
  sync: {
    summary: 'Update the mirror, a local copy of the account',
    topic: 'mirrors',
    load: () => import('./sync/sync'),
  },
  query: {
    summary: 'Run read-only SQL on the mirror',
    topic: 'sql',
    load: inTree(async () => (await import('./query/query')).queryCommand),
  },
  changes: {
    summary: 'What changed in the account since you last looked',
    load: () => import('./changes/changes'),
  },
  payments: {
    summary: 'What the groups have paid, in a ledger on this machine',
    aliases: ['payment'],
    topic: 'payouts',
    examples: {
      'waybill payments list': 'List every recorded payment',
      'waybill payments imports': 'List the files that they came from',
    },
    verbs: {
      list: { aliases: ['ls'], load: () => import('./payments/list') },
      add: { load: () => import('./payments/add') },
      date: { load: () => import('./payments/date') },
      remove: { load: () => import('./payments/remove') },
      accept: { load: () => import('./payments/accept') },
      accepted: { load: () => import('./payments/accepted') },
      imports: { load: () => import('./payments/imports') },
      undo: { load: () => import('./payments/undo') },
    },
  },
  mirror: {
    summary: 'Manage the mirror, a local copy of the account',
    topic: 'mirrors',
    examples: {
      'waybill mirror info': 'Show how old it is and what it holds',
      'waybill mirror backup mirror.db': 'Make a copy to keep or share',
    },
    verbs: {
      info: { load: () => import('./mirror/info') },
      path: { load: () => import('./mirror/path') },
      check: { load: () => import('./mirror/check') },
      backup: { load: () => import('./mirror/backup') },
      merge: { load: () => import('./mirror/merge') },
      reset: { load: () => import('./mirror/reset') },
      push: { load: () => import('./mirror/push') },
    },
  },
  export: {
    summary: 'Export the account to a workbook or CSV files',
    load: () => import('./export/export'),
  },
  report: {
    summary: 'Who owes you what, since when, and whether you made money',
    aliases: ['reports'],
    topic: 'reports',
    examples: {
      'waybill report overdue': 'List late payouts',
      'waybill report unpaid': 'Show who owes you what',
      'waybill report pnl': 'Show profit by month',
    },
    verbs: {
      summary: { load: () => import('./report/summary') },
      unpaid: report(async () => (await outstanding()).unpaidReport),
      overdue: report(async () => (await outstanding()).overdueReport),
      aging: report(async () => (await outstanding()).agingReport),
      exposure: report(async () => (await outstanding()).exposureReport),
      margin: report(async () => (await profit()).marginReport),
      pnl: report(async () => (await profit()).pnlReport),
      rewards: report(async () => (await profit()).rewardsReport),
      spending: report(async () => (await import('../insight/reports/spending')).spendingReport),
      received: report(async () => (await import('../insight/reports/received')).receivedReport),
      turnaround: report(
        async () => (await import('../insight/reports/turnaround')).turnaroundReport,
      ),
      trackings: { load: () => import('./report/trackings') },
      audit: { load: () => import('./report/audit') },
      html: { load: () => import('./report/html') },
    },
  },
  reconcile: {
    summary: "Match a group's payout file with the orders",
    topic: 'payouts',
    load: () => import('./reconcile/reconcile'),
  },
  mcp: {
    summary: 'Let an assistant read the mirror, over the Model Context Protocol',
    load: inTree(async () => (await import('./mcp/mcp')).mcpCommand),
  },
  sandbox: {
    summary: 'The embedded sandbox',
    examples: {
      'waybill --sandbox orders list': 'Try any command without an account',
      'waybill sandbox reset': 'Start over from the sample',
    },
    verbs: {
      serve: { load: () => import('./sandbox/serve') },
      seed: { load: () => import('./sandbox/seed') },
      reset: { load: () => import('./sandbox/reset') },
      info: { load: () => import('./sandbox/info') },
      examples: { load: () => import('./sandbox/examples') },
    },
  },
  api: {
    summary: "Send any request, with the account's credentials",
    load: () => import('./api/api'),
  },
  config: {
    summary: 'Settings',
    examples: {
      'waybill config list': 'Show the settings in effect',
      'waybill config set output json': 'Print JSON by default',
    },
    verbs: {
      list: { aliases: ['ls'], load: () => import('./config/list') },
      get: { load: () => import('./config/get') },
      set: { load: () => import('./config/set') },
      unset: { load: () => import('./config/unset') },
      path: { load: () => import('./config/path') },
    },
  },
  completion: {
    summary: "Print a shell's completion script",
    load: () => import('./completion/completion'),
  },
  doctor: { summary: 'Check your setup and suggest fixes', load: () => import('./doctor/doctor') },
  help: {
    summary: 'Show help for a command or topic',
    topics: [
      ['flags', 'The flags that every command takes'],
      ['filters', 'Choosing orders by group, status, date and more'],
      ['exit-codes', 'The exit codes and what they mean'],
      ['environment', 'The environment variables that waybill reads'],
      ['output', 'Output formats and streams'],
      ['fields', 'The fields of orders and cards, and the values of status and group'],
      ['money', 'Cents and dollars'],
      ['csv', 'The files that you can upload'],
      ['orders-file', 'Orders from your sheets and from exports'],
      ['cron', 'Running waybill from cron'],
      ['windows', 'PowerShell, the Task Scheduler and files on Windows'],
      ['accessibility', 'Screen readers, and terminals without color or cursor movement'],
      ['mirrors', 'The local copy of the account: sync, offline, sharing'],
      ['sql', 'Querying the mirror'],
      ['reports', 'What the numbers in reports mean'],
      ['payouts', 'Matching payouts with orders: outcomes, verdicts and what to do'],
      ['skill', 'A skill for agents with a shell'],
    ],
    load: inTree(async () => (await import('./help/help')).helpCommand),
  },
};

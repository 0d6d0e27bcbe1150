import type { Noun } from '../cli/definition';

/** The command tree. Each verb is loaded when it is meant, and not before. */
export const nouns: Readonly<Record<string, Noun>> = {
  auth: {
    summary: 'Credentials and profiles',
    examples: [
      { command: 'waybill auth status', explains: 'Who am I, and does it work?' },
      { command: 'waybill auth list', explains: 'Every profile, and the one that counts' },
    ],
    verbs: {
      login: { load: () => import('./auth/login') },
      status: {
        load: () => import('./auth/status'),
      },
      list: { aliases: ['ls'], load: () => import('./auth/list') },
      switch: { load: () => import('./auth/switch') },
      rotate: { load: () => import('./auth/rotate') },
      logout: { load: () => import('./auth/logout') },
    },
  },
  orders: {
    summary: 'Buying group orders',
    aliases: ['order'],
    examples: [
      {
        command: 'waybill orders list --status purchased --older-than 14d',
        explains: 'What has not shipped for two weeks',
      },
      {
        command: 'waybill orders get 800458530',
        explains: 'One order with its items and tracking numbers',
      },
      { command: 'waybill orders update 800458530 --status delivered', explains: 'Move one on' },
    ],
    verbs: {
      list: {
        aliases: ['ls'],
        load: () => import('./orders/list'),
      },
      get: {
        load: () => import('./orders/get'),
      },
      create: { load: () => import('./orders/create') },
      update: {
        load: () => import('./orders/update'),
      },
    },
  },
  giftcards: {
    summary: 'Gift card orders',
    aliases: ['giftcard'],
    examples: [
      { command: 'waybill giftcards list --status submitted', explains: 'What is under way' },
      { command: 'waybill giftcards get 813763113', explains: 'One order with its items' },
    ],
    verbs: {
      list: {
        aliases: ['ls'],
        load: () => import('./giftcards/list'),
      },
      get: {
        load: () => import('./giftcards/get'),
      },
      create: { load: () => import('./giftcards/create') },
      update: {
        load: () => import('./giftcards/update'),
      },
    },
  },
  shipments: {
    summary: 'Tracking numbers: one, or a whole CSV file',
    aliases: ['shipment'],
    examples: [
      {
        command: 'waybill shipments check examples/shipments.csv',
        explains: 'Look a file over first',
      },
      { command: 'waybill shipments add --csv examples/shipments.csv', explains: 'Send it' },
      {
        command: 'waybill shipments list --carrier ups',
        explains: 'What travels with one carrier',
      },
    ],
    verbs: {
      add: {
        load: () => import('./shipments/add'),
      },
      check: {
        load: () => import('./shipments/check'),
      },
      list: {
        aliases: ['ls'],
        load: () => import('./shipments/list'),
      },
    },
  },
  jobs: {
    summary: 'Uploads: what was sent, what was refused, what is unfinished',
    aliases: ['job'],
    examples: [
      { command: 'waybill jobs list', explains: 'What was uploaded, and what is left to do' },
      { command: 'waybill jobs clean --older-than 30d', explains: 'Keep the last month' },
    ],
    verbs: {
      list: { aliases: ['ls'], load: () => import('./jobs/list') },
      show: { load: () => import('./jobs/show') },
      clean: { load: () => import('./jobs/clean') },
    },
  },
  cards: {
    summary: 'Credit cards with their sub-cards',
    aliases: ['card'],
    examples: [
      { command: 'waybill cards list', explains: 'Every card with its sub-cards' },
      { command: 'waybill cards list --open', explains: 'The open ones' },
    ],
    verbs: {
      list: { aliases: ['ls'], load: () => import('./cards/list') },
    },
  },
  sync: {
    summary: 'Bring the mirror, a local copy of the account, up to date',
    load: () => import('./sync/sync'),
  },
  query: {
    summary: 'Read-only SQL over the mirror',
    load: () => import('./query/query'),
  },
  changes: {
    summary: 'What changed in the account since you last looked',
    load: () => import('./changes/changes'),
  },
  payments: {
    summary: 'What the groups have paid: a ledger on this machine',
    aliases: ['payment'],
    examples: [
      { command: 'waybill payments list', explains: 'Every payment recorded' },
      { command: 'waybill payments imports', explains: 'The files that they came from' },
    ],
    verbs: {
      list: { aliases: ['ls'], load: () => import('./payments/list') },
      add: { load: () => import('./payments/add') },
      remove: { load: () => import('./payments/remove') },
      accept: { load: () => import('./payments/accept') },
      imports: { load: () => import('./payments/imports') },
      undo: { load: () => import('./payments/undo') },
    },
  },
  mirror: {
    summary: 'Care of the mirror, a local copy of the account',
    examples: [
      { command: 'waybill mirror info', explains: 'How old it is, and what it holds' },
      { command: 'waybill mirror backup mirror.db', explains: 'A copy to keep or to share' },
    ],
    verbs: {
      info: { load: () => import('./mirror/info') },
      path: { load: () => import('./mirror/path') },
      check: { load: () => import('./mirror/check') },
      backup: { load: () => import('./mirror/backup') },
      reset: { load: () => import('./mirror/reset') },
      push: { load: () => import('./mirror/push') },
    },
  },
  export: {
    summary: 'The account as a workbook, or as CSV files',
    load: () => import('./export/export'),
  },
  report: {
    summary: 'Who owes you what, since when, and did you make money',
    aliases: ['reports'],
    examples: [
      { command: 'waybill report overdue', explains: 'Which payouts are late' },
      { command: 'waybill report unpaid', explains: 'Who owes you what' },
      { command: 'waybill report pnl', explains: 'Profit by month' },
    ],
    verbs: {
      summary: { load: () => import('./report/summary') },
      unpaid: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.unpaid })),
      },
      overdue: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.overdue })),
      },
      aging: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.aging })),
      },
      exposure: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.exposure })),
      },
      margin: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.margin })),
      },
      pnl: {
        load: () => import('./report/grouped').then(({ commands }) => ({ command: commands.pnl })),
      },
      rewards: {
        load: () =>
          import('./report/grouped').then(({ commands }) => ({ command: commands.rewards })),
      },
      turnaround: { load: () => import('./report/turnaround') },
      trackings: { load: () => import('./report/trackings') },
      audit: { load: () => import('./report/audit') },
      html: { load: () => import('./report/html') },
    },
  },
  reconcile: {
    summary: "Match a group's payout file with the orders",
    load: () => import('./reconcile/reconcile'),
  },
  sandbox: {
    summary: 'The embedded sandbox service',
    examples: [
      {
        command: 'waybill --sandbox orders list',
        explains: 'Try any command, without an account',
      },
      { command: 'waybill sandbox reset', explains: 'Start again from the sample' },
    ],
    verbs: {
      serve: {
        load: () => import('./sandbox/serve'),
      },
      seed: { load: () => import('./sandbox/seed') },
      reset: {
        load: () => import('./sandbox/reset'),
      },
      info: {
        load: () => import('./sandbox/info'),
      },
      examples: {
        load: () => import('./sandbox/examples'),
      },
    },
  },
  api: {
    summary: "Any request, with the account's credentials",
    load: () => import('./api/api'),
  },
  config: {
    summary: 'Settings',
    examples: [
      { command: 'waybill config list', explains: 'What counts here and now, and why' },
      { command: 'waybill config set output json', explains: 'JSON unless -o says otherwise' },
    ],
    verbs: {
      list: {
        aliases: ['ls'],
        load: () => import('./config/list'),
      },
      get: { load: () => import('./config/get') },
      set: { load: () => import('./config/set') },
      unset: {
        load: () => import('./config/unset'),
      },
      path: {
        load: () => import('./config/path'),
      },
    },
  },
  completion: {
    summary: "A shell's completion script",
    load: () => import('./completion/completion'),
  },
  doctor: {
    summary: 'Check your setup and suggest fixes',
    load: () => import('./doctor/doctor'),
  },
  help: {
    summary: 'Help on a command or a topic',
    load: () => import('./help/help'),
  },
};

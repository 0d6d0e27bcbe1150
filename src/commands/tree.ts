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
      login: { summary: 'Log in to an account', load: () => import('./auth/login') },
      status: {
        summary: 'Ask the service whether the credentials work',
        load: () => import('./auth/status'),
      },
      list: { summary: 'List the profiles', aliases: ['ls'], load: () => import('./auth/list') },
      switch: { summary: 'Choose the default profile', load: () => import('./auth/switch') },
      rotate: { summary: 'Replace only the API secret', load: () => import('./auth/rotate') },
      logout: { summary: 'Remove a profile', load: () => import('./auth/logout') },
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
        summary: 'List buying group orders',
        aliases: ['ls'],
        load: () => import('./orders/list'),
      },
      get: {
        summary: 'Show one or several buying group orders',
        load: () => import('./orders/get'),
      },
      create: { summary: 'Create a buying group order', load: () => import('./orders/create') },
      update: {
        summary: 'Change one or several buying group orders',
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
        summary: 'List gift card orders',
        aliases: ['ls'],
        load: () => import('./giftcards/list'),
      },
      get: {
        summary: 'Show one or several gift card orders',
        load: () => import('./giftcards/get'),
      },
      create: { summary: 'Create a gift card order', load: () => import('./giftcards/create') },
      update: {
        summary: 'Change one or several gift card orders',
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
        summary: 'Add tracking numbers to orders',
        load: () => import('./shipments/add'),
      },
      check: {
        summary: 'Look a file over without sending it',
        load: () => import('./shipments/check'),
      },
      list: {
        summary: 'List the tracking numbers of the account',
        aliases: ['ls'],
        load: () => import('./shipments/list'),
      },
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
      list: { summary: 'List credit cards', aliases: ['ls'], load: () => import('./cards/list') },
    },
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
        summary: 'Offer the sandbox service over HTTP',
        load: () => import('./sandbox/serve'),
      },
      seed: { summary: 'Add sandbox orders and cards', load: () => import('./sandbox/seed') },
      reset: {
        summary: 'Put the sandbox account back to its sample',
        load: () => import('./sandbox/reset'),
      },
      info: {
        summary: 'Where the sandbox account is and what it holds',
        load: () => import('./sandbox/info'),
      },
      examples: {
        summary: 'Write the example files to a folder',
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
        summary: 'List settings and where each comes from',
        aliases: ['ls'],
        load: () => import('./config/list'),
      },
      get: { summary: 'Print one setting', load: () => import('./config/get') },
      set: { summary: 'Keep a setting in the profile', load: () => import('./config/set') },
      unset: {
        summary: 'Take a setting out of the profile',
        load: () => import('./config/unset'),
      },
      path: {
        summary: 'Print where the settings file is',
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
    summary: 'Help on a command or a topic: exit-codes environment output money csv cron',
    load: () => import('./help/help'),
  },
  __complete: {
    summary: 'Values that the completion scripts ask for',
    hidden: true,
    load: () => import('./completion/values'),
  },
};

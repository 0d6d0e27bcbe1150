import type { Noun } from '../command/definition';

/** The command tree. Each verb is loaded when it is meant, and not before. */
export const nouns: Readonly<Record<string, Noun>> = {
  auth: {
    summary: 'Credentials and profiles',
    verbs: {
      login: { summary: 'Log in to an account', load: () => import('./auth/login') },
      status: {
        summary: 'Ask the service whether the credentials work',
        load: () => import('./auth/status'),
      },
      list: { summary: 'List the profiles', aliases: ['ls'], load: () => import('./auth/list') },
      switch: { summary: 'Choose the default profile', load: () => import('./auth/switch') },
      rotate: { summary: 'Replace the API secret alone', load: () => import('./auth/rotate') },
      logout: { summary: 'Remove a profile', load: () => import('./auth/logout') },
    },
  },
  orders: {
    summary: 'Buying group orders',
    aliases: ['order'],
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
    verbs: {
      list: { summary: 'List credit cards', aliases: ['ls'], load: () => import('./cards/list') },
    },
  },
  api: {
    summary: "Any request, with the account's credentials",
    load: () => import('./api/api'),
  },
  config: {
    summary: 'Settings',
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
  sandbox: {
    summary: 'The embedded practice service',
    verbs: {
      serve: {
        summary: 'Offer the practice service over HTTP',
        load: () => import('./sandbox/serve'),
      },
      seed: { summary: 'Add practice orders and cards', load: () => import('./sandbox/seed') },
      reset: {
        summary: 'Put the practice account back to its sample',
        load: () => import('./sandbox/reset'),
      },
      info: {
        summary: 'Where the practice account is and what it holds',
        load: () => import('./sandbox/info'),
      },
    },
  },
  doctor: {
    summary: 'Check the whole set-up and say what to mend',
    load: () => import('./doctor/doctor'),
  },
  completion: {
    summary: "A shell's completion script",
    load: () => import('./completion/completion'),
  },
  __complete: {
    summary: 'Values that the completion scripts ask for',
    hidden: true,
    load: () => import('./completion/values'),
  },
  help: {
    summary: 'Help on a command or a topic',
    load: () => import('./help/help'),
  },
};

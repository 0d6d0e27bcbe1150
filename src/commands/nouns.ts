import type { Noun } from '../command/definition';

/** The command tree. Each verb is loaded when it is meant, and not before. */
export const nouns: Readonly<Record<string, Noun>> = {
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
  completion: {
    summary: "A shell's completion script",
    load: () => import('./completion/completion'),
  },
  help: {
    summary: 'Help on a command or a topic',
    load: () => import('./help/help'),
  },
};

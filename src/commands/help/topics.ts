import type { Page } from '../../cli/help';

/** A page that `waybill help <topic>` shows. */
export interface Topic {
  write(page: Page): void | Promise<void>;
}

interface TopicEntry {
  readonly summary: string;
  load(): Promise<{ readonly topic: Topic }>;
}

export const topics = {
  flags: { summary: 'The flags that every command takes', load: () => import('./topics/flags') },
  'exit-codes': { summary: 'How a run can end', load: () => import('./topics/exit-codes') },
  environment: { summary: 'The variables it reads', load: () => import('./topics/environment') },
  output: {
    summary: 'Tables, json, csv and what goes where',
    load: () => import('./topics/output'),
  },
  money: { summary: 'Cents and dollars', load: () => import('./topics/money') },
  csv: { summary: 'The files that the uploads take', load: () => import('./topics/csv') },
  cron: { summary: 'Running it from a crontab', load: () => import('./topics/cron') },
  mirror: {
    summary: 'The local copy of the account: sync, offline, sharing',
    load: () => import('./topics/mirror'),
  },
  sql: { summary: 'Asking the mirror with query', load: () => import('./topics/sql') },
  reports: { summary: 'What the numbers of reports mean', load: () => import('./topics/reports') },
  reconcile: {
    summary: 'Matching payouts with orders',
    load: () => import('./topics/reconcile'),
  },
} as const satisfies Record<string, TopicEntry>;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as TopicName[];

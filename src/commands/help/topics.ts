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
  'exit-codes': {
    summary: 'The exit codes and what they mean',
    load: () => import('./topics/exit-codes'),
  },
  environment: {
    summary: 'The environment variables that waybill reads',
    load: () => import('./topics/environment'),
  },
  output: {
    summary: 'Output formats and streams',
    load: () => import('./topics/output'),
  },
  fields: {
    summary: 'The fields of orders and cards, and the values of status and group',
    load: () => import('./topics/fields'),
  },
  money: { summary: 'Cents and dollars', load: () => import('./topics/money') },
  csv: { summary: 'The files that you can upload', load: () => import('./topics/csv') },
  'orders-file': {
    summary: 'Orders from your sheets and from exports',
    load: () => import('./topics/orders-file'),
  },
  cron: { summary: 'Running waybill from cron', load: () => import('./topics/cron') },
  windows: {
    summary: 'PowerShell, the Task Scheduler and files on Windows',
    load: () => import('./topics/windows'),
  },
  mirrors: {
    summary: 'The local copy of the account: sync, offline, sharing',
    load: () => import('./topics/mirrors'),
  },
  sql: { summary: 'Querying the mirror', load: () => import('./topics/sql') },
  reports: { summary: 'What the numbers in reports mean', load: () => import('./topics/reports') },
  payouts: {
    summary: 'Matching payouts with orders: outcomes, verdicts and what to do',
    load: () => import('./topics/payouts'),
  },
  skill: { summary: 'A skill for agents with a shell', load: () => import('./topics/skill') },
} as const satisfies Record<string, TopicEntry>;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as TopicName[];

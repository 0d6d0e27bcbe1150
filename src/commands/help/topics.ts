import type { Topic } from '../../cli/help';

/** The file of each topic; the command tree has their summaries. */
export const topics = {
  flags: () => import('./topics/flags'),
  'exit-codes': () => import('./topics/exit-codes'),
  environment: () => import('./topics/environment'),
  output: () => import('./topics/output'),
  fields: () => import('./topics/fields'),
  money: () => import('./topics/money'),
  csv: () => import('./topics/csv'),
  'orders-file': () => import('./topics/orders-file'),
  cron: () => import('./topics/cron'),
  windows: () => import('./topics/windows'),
  mirrors: () => import('./topics/mirrors'),
  sql: () => import('./topics/sql'),
  reports: () => import('./topics/reports'),
  payouts: () => import('./topics/payouts'),
  skill: () => import('./topics/skill'),
} as const satisfies Record<string, () => Promise<{ readonly topic: Topic }>>;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as TopicName[];

import type { HelpPage, Topic } from '../../cli/help';
import { topicOf } from './topic-page';

/** A topic that needs to know nothing of the program. */
const plain = (load: () => Promise<{ readonly default: string }>) => async () => ({
  topic: topicOf((await load()).default),
});

/** The file of each topic; the command tree has their summaries. */
export const topics = {
  flags: () => import('./topics/flags'),
  filters: () => import('./topics/filters'),
  'exit-codes': () => import('./topics/exit-codes'),
  environment: () => import('./topics/environment'),
  output: plain(() => import('./topics/output.md')),
  fields: () => import('./topics/fields'),
  money: plain(() => import('./topics/money.md')),
  csv: () => import('./topics/csv'),
  'orders-file': () => import('./topics/orders-file'),
  cron: () => import('./topics/cron'),
  windows: plain(() => import('./topics/windows.md')),
  accessibility: plain(() => import('./topics/accessibility.md')),
  mirrors: plain(() => import('./topics/mirrors.md')),
  sql: plain(() => import('./topics/sql.md')),
  reports: plain(() => import('./topics/reports.md')),
  payouts: () => import('./topics/payouts'),
  skill: async () => {
    const { default: skill } = await import('../../../skills/waybill/SKILL.md');
    return { topic: { write: (page: HelpPage) => void page.verbatim(skill) } };
  },
} as const satisfies Record<string, () => Promise<{ readonly topic: Topic }>>;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as TopicName[];

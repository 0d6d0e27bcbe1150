import type { HelpPage, Topic } from '../../cli/help';
import { endingPrecedence, exitCodes } from '../../exit-codes';
import { type Facts, topicOf } from './topic-page';

/** A topic that needs to know little of the program. */
const plain =
  (load: () => Promise<{ readonly default: string }>, facts: Facts = {}) =>
  async () => ({ topic: topicOf((await load()).default, () => facts) });

/** The file of each topic; the command tree has their summaries. */
export const topics = {
  flags: () => import('./topics/flags'),
  filters: () => import('./topics/filters'),
  'exit-codes': plain(() => import('./topics/exit-codes.md'), {
    codes: Object.values(exitCodes).map(({ code, meaning }) => [String(code).padStart(3), meaning]),
    precedence: endingPrecedence.map((ending) => exitCodes[ending].code).join(', '),
  }),
  environment: () => import('./topics/environment'),
  output: plain(() => import('./topics/output.md')),
  fields: () => import('./topics/fields'),
  money: plain(() => import('./topics/money.md')),
  csv: () => import('./topics/csv'),
  'orders-file': () => import('./topics/orders-file'),
  cron: plain(
    () => import('./topics/cron.md'),
    Object.fromEntries(Object.entries(exitCodes).map(([name, { code }]) => [name, String(code)])),
  ),
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

export const topicNames = Object.keys(topics) as (keyof typeof topics)[];

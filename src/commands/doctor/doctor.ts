import { defineCommand } from '../../cli/definition';
import { worstEnding } from '../../exit-codes';
import { settingsOrDefaults } from '../../settings/resolve';
import { findingsView, report } from './finding';

export const command = defineCommand({
  description: `
Checks the whole setup, from the Node version to the account's plan. Each part is ok, worth a look
(warn) or broken (fail), with advice on what to do. Changes nothing and sends one read. Exits 0 only
if nothing is broken, otherwise with the code of the failure.`,
  documents: { 'The findings': [findingsView] },
  examples: {
    'waybill doctor': 'Find out what is wrong',
    'waybill doctor --json | jq \'.[] | select(.status != "ok")\'':
      'Show only what needs attention',
  },
  async run(_input, context) {
    const { examine } = await import('./examine');
    const results = await examine(context);
    const findings = results.map(({ finding }) => finding);
    const settings = settingsOrDefaults(context);
    const output = await context.output(settings);
    if (output.format === 'table') {
      const { accessible } = settings;
      const lines = report(findings, context.world.stdout.columns, accessible);
      await output.prose(lines, { aligned: !accessible });
    } else await output.list(findingsView, findings);
    return worstEnding(results.map(({ ending }) => ending));
  },
});

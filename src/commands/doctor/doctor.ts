import { defineCommand } from '../../cli/definition';
import { worstEnding } from '../../exit-codes';
import { settingsOrDefaults } from '../../settings/settings-or-defaults';
import { findingsView, report } from './finding';

export const command = defineCommand({
  description: `
Goes through the whole set-up, from the version of Node to the plan of the account, and says of each
part whether it is ok, worth a look (warn) or broken (fail), and what to do. It changes nothing and
sends one read. It exits 0 only where nothing is broken, else with the code of what is.`,
  arguments: {},
  flags: {},
  examples: [
    { command: 'waybill doctor', explains: 'What is wrong here?' },
    {
      command: 'waybill doctor --json | jq \'.[] | select(.status != "ok")\'',
      explains: 'Only what needs a look',
    },
  ],
  async run(_input, context) {
    const { examine } = await import('./examine');
    const verdicts = await examine(context);
    const findings = verdicts.map(({ finding }) => finding);
    const output = await context.output(settingsOrDefaults(context));
    if (output.format === 'table') await output.text(report(findings));
    else await output.list(findingsView, findings);
    return worstEnding(verdicts.map(({ ending }) => ending));
  },
});

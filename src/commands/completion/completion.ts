import { defineCommand, one } from '../../cli/definition';

/** The bundle contains the scripts. */
const scripts = {
  bash: () => import('../../../completions/waybill.bash'),
  zsh: () => import('../../../completions/waybill.zsh'),
  fish: () => import('../../../completions/waybill.fish'),
  powershell: () => import('../../../completions/waybill.ps1'),
} as const;
type Shell = keyof typeof scripts;

export const command = defineCommand({
  description: `
Put the script where your shell looks for it:

  bash        waybill completion bash > ~/.local/share/bash-completion/completions/waybill
  zsh         waybill completion zsh > "\${fpath[1]}/_waybill"
  fish        waybill completion fish > ~/.config/fish/completions/waybill.fish
  PowerShell  waybill completion powershell | Out-String | Invoke-Expression

In PowerShell, add the line to your $PROFILE. In bash, you can instead add
source <(waybill completion bash) to your ~/.bashrc.

The script runs waybill to complete a word. It offers the order numbers, groups and cards that list
commands showed recently, and never contacts the service.`,
  arguments: { shell: one('Which shell', { choices: Object.keys(scripts) }) },
  examples: {
    'source <(waybill completion bash)': 'Load it in this bash session only',
    'waybill completion fish > waybill.fish': "Write it to a file, for fish's completions folder",
  },
  async run({ shell }, context) {
    const { default: script } = await scripts[shell as Shell]();
    await (await context.output()).text(script);
  },
});

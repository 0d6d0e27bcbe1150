import { defineCommand, one } from '../../cli/definition';

/** The bundle carries the scripts. */
const scripts = {
  bash: () => import('../../../completions/waybill.bash'),
  zsh: () => import('../../../completions/waybill.zsh'),
  fish: () => import('../../../completions/waybill.fish'),
  powershell: () => import('../../../completions/waybill.ps1'),
} as const;
type Shell = keyof typeof scripts;

export const command = defineCommand({
  description: `
Put the script where your shell looks for it, once:

  bash        waybill completion bash > ~/.local/share/bash-completion/completions/waybill
  zsh         waybill completion zsh > "\${fpath[1]}/_waybill"
  fish        waybill completion fish > ~/.config/fish/completions/waybill.fish
  PowerShell  waybill completion powershell | Out-String | Invoke-Expression, in $PROFILE

Or load it in your shell's start file: source <(waybill completion bash)

The script asks waybill itself what fits. Order numbers, groups and cards are those that list commands have shown lately: nothing is asked of the service.`,
  arguments: {
    shell: one('Which shell', { choices: Object.keys(scripts) }),
  },
  flags: {},
  examples: [
    { command: 'source <(waybill completion bash)', explains: 'For this bash only' },
    {
      command: 'waybill completion fish > waybill.fish',
      explains: "Into a file, for fish's folder of completions",
    },
  ],
  async run({ shell }, context) {
    const { default: script } = await scripts[shell as Shell]();
    await (await context.output()).text(script);
  },
});

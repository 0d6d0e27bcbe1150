import type { ProgramTree } from '../cli/tree';
import { bashScript } from './bash';
import { fishScript } from './fish';
import { completionPlan } from './plan';
import { powershellScript } from './powershell';
import { zshScript } from './zsh';

/** Every shell's script by its file under `completions/`. */
export function completionScripts(tree: ProgramTree): Readonly<Record<string, string>> {
  const plan = completionPlan(tree);
  return {
    'waybill.bash': bashScript(plan),
    'waybill.zsh': zshScript(plan),
    'waybill.fish': fishScript(plan),
    'waybill.ps1': powershellScript(plan),
  };
}

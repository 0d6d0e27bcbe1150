import manifest from '../../../package.json' with { type: 'json' };
import type { Flag } from '../../cli/flag';
import { globalFlags } from '../../cli/global-flags';
import type { Context } from '../../context';
import { closest } from '../../lib/suggest';
import { version } from '../../version';
import { fail, failed, ok, type Verdict, warn } from './finding';

/** `[20, 19]` of `>=20.19` and of `20.19.3`. */
function majorAndMinor(text: string): readonly [number, number] {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(text) ?? [];
  return [Number(major), Number(minor)];
}

function checkNode(version: string): Verdict {
  const wanted = manifest.engines.node;
  const [leastMajor, leastMinor] = majorAndMinor(wanted);
  const [major, minor] = majorAndMinor(version);
  const fits = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return fits
    ? ok('runtime', `Node ${version}`)
    : fail(
        'runtime',
        'usage',
        `Node ${version}, but waybill needs ${wanted}`,
        'Install a newer Node.',
      );
}

export function checkVersions({ world: { runtime } }: Context): Verdict[] {
  return [
    ok('waybill', version),
    runtime.name === 'Node'
      ? checkNode(runtime.version)
      : ok('runtime', `${runtime.name} ${runtime.version}, part of the executable`),
  ];
}

const otherVariables = ['WAYBILL_HOME', 'WAYBILL_API_KEY', 'WAYBILL_API_SECRET'];

function unknownVariables(names: readonly string[], known: readonly string[]): Verdict[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = closest(name, known);
      return warn(
        'environment',
        `${name} is set, but waybill does not use it`,
        near === undefined
          ? 'For the variables, run waybill help environment.'
          : `Did you mean ${near}?`,
      );
    });
}

/** Checks variables that are set: unknown names, and values that can't be read. */
export function checkEnvironment({ world, settings }: Context): Verdict[] {
  const flags: readonly Flag<unknown>[] = Object.values(globalFlags);
  const known = [...otherVariables, ...flags.flatMap(({ environment }) => environment ?? [])];
  const set = Object.keys(world.env).filter((name) => name.startsWith('WAYBILL_'));
  const findings = unknownVariables(set, known);
  try {
    settings();
  } catch (error) {
    return [...findings, failed('environment', error)];
  }
  const used = set.filter((name) => known.includes(name));
  const message = used.length === 0 ? 'no WAYBILL_ variable is set' : `set: ${used.join(', ')}`;
  return [...findings, ok('environment', message)];
}

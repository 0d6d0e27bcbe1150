// What all files of a release have in common.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const { version, description, license } = JSON.parse(readFileSync('package.json', 'utf8'));

export const folder = 'release';

/** Where the files will be offered: an address that formula, manifest and installer begin with. */
export const address =
  process.env.WAYBILL_RELEASES ?? `https://waybill.example/releases/${version}`;

/** Seconds since 1970 that every file of the release bears: the last commit's, unless it is given. */
export const epoch = Number(
  process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }),
);

/** `waybill-0.1.0-linux-x64` */
export const nameFor = (target) => `waybill-${version}-${target}`;

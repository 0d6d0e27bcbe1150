// What all files of a release have in common.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const { version, description, license } = JSON.parse(readFileSync('package.json', 'utf8'));

export const folder = 'release';

/** Where the files will be published: the base address in formula, manifest and installer. */
export const address =
  process.env.WAYBILL_RELEASES ?? `https://waybill.example/releases/${version}`;

/** Timestamp of every file in the release, in seconds since 1970: by default the last commit's. */
export const epoch = Number(
  process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }),
);

/** `waybill-0.1.0-linux-x64` */
export const nameFor = (target) => `waybill-${version}-${target}`;

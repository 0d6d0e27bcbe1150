import { usageFailure } from '../failure';
import type { ColorChoice, MoneyUnit, OutputFormat } from '../formats';
import type { Terminal, World } from '../world';

/** The settings of a run that concern output. */
export interface OutputSettings {
  readonly output: OutputFormat;
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel: boolean;
  readonly noHeader: boolean;
  readonly fields?: readonly string[] | undefined;
  readonly color: ColorChoice;
}

/** Everything that determines what a result looks like. */
export interface OutputOptions {
  readonly format: OutputFormat;
  readonly money: MoneyUnit;
  readonly rawCsv: boolean;
  readonly excel: boolean;
  /** Whether csv and tsv start with a header line. */
  readonly header: boolean;
  /** Undefined for the format's own fields. */
  readonly fields: readonly string[] | undefined;
  readonly color: boolean;
  /** Columns of the terminal on stdout; undefined if stdout is not a terminal. */
  readonly width: number | undefined;
}

const defaultWidth = 80;

/** Whether to write color to a stream: if asked to, or if it is a terminal that can show it. */
export function wantsColor(
  color: OutputSettings['color'],
  stream: Terminal,
  env: World['env'],
): boolean {
  if (color !== 'auto') return color === 'always';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Throws a usage failure if `--fields` is empty. */
export function outputOptions(
  settings: OutputSettings,
  { stdout, env }: Pick<World, 'stdout' | 'env'>,
): OutputOptions {
  const { output: format, money, rawCsv, noHeader, excel, fields, color } = settings;
  if (fields?.length === 0) {
    throw usageFailure('--fields is empty', {
      hint: 'For example --fields orderNumber,status.',
    });
  }
  return {
    format,
    money,
    rawCsv,
    excel,
    header: !noHeader,
    fields,
    color: wantsColor(color, stdout, env),
    width: stdout.isTTY === true ? stdout.columns || defaultWidth : undefined,
  };
}

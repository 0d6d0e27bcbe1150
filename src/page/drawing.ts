import { BarChart, type BarSeriesOption } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { type EChartsCoreOption, format, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { raw } from 'hono/html';
import type { Markup } from './page-words';

use([BarChart, GridComponent, SVGRenderer]);

/** The bars of one color. Values are in the order of `labels`; null draws no bar. */
export interface Series {
  readonly values: readonly (number | null)[];
  /** A color defined in the page's style. */
  readonly color: 'main' | 'alert' | 'hollow';
}

export interface BarChartInput {
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Stacks the bars and writes their sum at the end. */
  readonly stacked?: boolean;
  /** Formats an amount for its bar or the axis. */
  write(amount: number): string;
}

const fontSize = 12;
/** The page's own, as far as its width can be estimated. */
const font = `${fontSize}px sans-serif`;
const text = { color: 'var(--ink)', fontSize, fontFamily: 'inherit' };
const quiet = { ...text, color: 'var(--quiet)' };
const line = { lineStyle: { color: 'var(--line)' } };

function seriesOption(
  { values, color }: Series,
  label: BarSeriesOption['label'],
  more: BarSeriesOption,
): BarSeriesOption {
  return {
    type: 'bar',
    data: values.map((value) => value ?? '-'),
    silent: true,
    barMaxWidth: 28,
    itemStyle: {
      color: `var(--${color})`,
      ...(color === 'hollow' ? { borderColor: 'var(--edge)', borderWidth: 1 } : {}),
    },
    label: { ...text, ...label },
    ...more,
  };
}

/** The label at the end of each bar of series `which`. */
function endLabel({ series, stacked = false, write }: BarChartInput, which: number) {
  return ({ dataIndex }: { readonly dataIndex: number }) => {
    const amounts = stacked ? series : series.slice(which, which + 1);
    const known = amounts.flatMap(({ values }) => values[dataIndex] ?? []);
    return known.length === 0 ? '' : write(known.reduce((sum, amount) => sum + amount, 0));
  };
}

/** Removes what only a script would use, and namespaces that look like web addresses. */
function plain(svg: string, width: number, height: number): Markup {
  return raw(
    svg
      .replace(/^<svg [^>]*>/, `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">`)
      .replace(/<style ><!\[CDATA\[.*?\]\]>\s*<\/style>/s, '')
      .replace(/<rect [^>]*fill="none"><\/rect>/, '')
      .replace(/ (class|pointer-events|ecmeta_\w+|paint-order|stroke-miterlimit)="[^"]*"/g, '')
      .replaceAll('font-size:12px;font-family:inherit;', '')
      .replaceAll(' style=""', '')
      // A name is cut between two UTF-16 units, which may be half a character.
      .replace(/[\uD800-\uDBFF](?=\.\.\.)/g, '')
      .replace(/\n+/g, '\n'),
  );
}

function draw(option: EChartsCoreOption, width: number, height: number): Markup {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, ...option });
    return plain(chart.renderToSVGString({ useViewBox: true }), width, height);
  } finally {
    chart.dispose();
  }
}

/** Texts may be drawn wider than estimated here, and would be cut off at their beginning. */
const truncateEarlier = 0.85;

/** Horizontal bars, each after its name. An amount below zero has only its label. */
export function drawRows(input: BarChartInput, width: number): Markup {
  const { labels, series, stacked = false } = input;
  const longest = Math.max(...labels.map((label) => format.getTextRect(label, font).width));
  const names = Math.min(
    Math.ceil(width * 0.42),
    Math.max(40, Math.ceil((longest + 1) / truncateEarlier)),
  );
  const each = stacked || series.length === 1 ? 26 : 18 * series.length + 8;
  const option = {
    grid: { left: names + 10, right: 76, top: 2, bottom: 2, outerBoundsMode: 'none' },
    xAxis: { type: 'value', show: false, min: 0 },
    yAxis: {
      type: 'category',
      inverse: true,
      data: labels,
      axisTick: { show: false },
      axisLine: line,
      axisLabel: { ...text, width: names * truncateEarlier, overflow: 'truncate', interval: 0 },
    },
    series: series.map((one, which) =>
      seriesOption(
        { ...one, values: one.values.map((value) => value && Math.max(0, value)) },
        {
          show: !stacked || which === series.length - 1,
          position: 'right',
          formatter: endLabel(input, which),
        },
        stacked ? { stack: 'all' } : { barGap: '15%' },
      ),
    ),
  };
  return draw(option, width, labels.length * each + 4);
}

/** Vertical bars. With several series an axis shows the amounts; with one, each bar has a label. */
export function drawColumns(input: BarChartInput, width: number, height: number): Markup {
  const { labels, series, write } = input;
  const isSingle = series.length === 1;
  const option = {
    grid: { left: isSingle ? 4 : 62, right: 4, top: 22, bottom: 24, outerBoundsMode: 'none' },
    xAxis: {
      type: 'category',
      data: labels,
      axisTick: { show: false },
      axisLine: line,
      axisLabel: { ...quiet, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      show: !isSingle,
      splitNumber: 4,
      splitLine: line,
      axisLabel: { ...quiet, formatter: write },
    },
    series: series.map((one, which) =>
      seriesOption(
        one,
        { show: isSingle, position: 'top', formatter: endLabel(input, which) },
        isSingle ? { barMaxWidth: 64 } : { barGap: '10%' },
      ),
    ),
  };
  return draw(option, width, height);
}

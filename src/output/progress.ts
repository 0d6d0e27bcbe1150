import { grouped } from '../lib/words';
import { type World, workDone } from '../world';
import type { Screen } from './screen';

/** Work that takes long: what it is, and how much there is, if known. */
export interface Task {
  readonly label: string;
  /** The thing that is counted: "orders", "rows". */
  readonly unit: string;
  readonly total?: number;
}

/** Reports how far the work is. Cheap enough to call for every row. */
export interface Progress {
  advance(by?: number): void;
  /** For a total that becomes known or changes along the way. */
  expect(total: number): void;
}

/** Does the work and shows its progress on stderr, unless -q. Leaves the screen clean even if it fails. */
export type WithProgress = <T>(task: Task, work: (progress: Progress) => Promise<T>) => Promise<T>;

export interface State extends Task {
  readonly done: number;
  /** Since the work began. */
  readonly seconds: number;
}

const barWidth = 24;
/** Milliseconds between updates, and before the first one, so that short work shows nothing. */
const pause = { terminal: 200, elsewhere: 10_000 } as const;

/** "7 s", "3 min 20 s", "2 h 5 min". */
export function durationInWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** `Reading orders: 4,200 of 10,000 orders, 812/s, 8 s left` */
export function progressLine({ label, unit, total, done, seconds }: State): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [`${grouped(done)}${total === undefined ? '' : ` of ${grouped(total)}`} ${unit}`];
  if (rate > 0) parts.push(`${rate < 10 ? rate.toFixed(1) : grouped(Math.round(rate))}/s`);
  if (rate > 0 && total !== undefined && total > done) {
    parts.push(`${durationInWords((total - done) / rate)} left`);
  }
  return `${label}: ${parts.join(', ')}`;
}

/** The line, after a bar if the total is known and the terminal is wide enough. */
export function progressBar(state: State, width: number): string {
  const line = progressLine(state);
  const { total, done } = state;
  const room = width - 1;
  if (total === undefined || total <= 0 || line.length + barWidth + 1 > room) {
    return line.slice(0, room);
  }
  const filled = Math.round(barWidth * Math.min(1, done / total));
  return `${'━'.repeat(filled)}${'─'.repeat(barWidth - filled)} ${line}`;
}

export function progressOn(
  screen: Screen,
  quiet: boolean,
  { clock, sleep }: Pick<World, 'clock' | 'sleep'>,
): WithProgress {
  return async (task, work) => {
    const started = clock.monotonic();
    let done = 0;
    let total = task.total;
    const progress: Progress = {
      advance: (by = 1) => {
        done += by;
      },
      expect: (known) => {
        total = known;
      },
    };
    if (quiet) return work(progress);
    const show = () => {
      const seconds = (clock.monotonic() - started) / 1000;
      const state = { ...task, done, seconds, ...(total === undefined ? {} : { total }) };
      if (screen.redraws()) screen.draw(progressBar(state, screen.width));
      else screen.line(progressLine(state));
    };
    const over = new AbortController();
    const keepShowing = async () => {
      while (!over.signal.aborted) {
        await sleep(screen.redraws() ? pause.terminal : pause.elsewhere, over.signal);
        if (!over.signal.aborted) show();
      }
    };
    const showing = keepShowing().catch(() => {
      // The sleep was aborted because the work is done.
    });
    try {
      return await work(progress);
    } finally {
      over.abort(workDone);
      await showing;
      screen.clear();
    }
  };
}

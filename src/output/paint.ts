import type { Cell } from './cell';

/** Colour, or the lack of it: the words are the same either way. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  bad(text: string): string;
  cell(cell: Cell): string;
}

export const noPaint: Paint = {
  heading: (text) => text,
  faint: (text) => text,
  bad: (text) => text,
  cell: ({ text }) => text,
};

import type { Area } from './areas.ts';
import type { Change } from './changes.ts';

/** A fault to make in a source. Its text tells its place, so that it is found although lines have moved. */
export interface Fault {
  readonly area: Area;
  readonly file: string;
  /** The number of the line at which the fault was drawn, from 1. */
  readonly line: number;
  /** Whole lines, which the file holds once. */
  readonly before: string;
  readonly after: string;
}

/** The start of the line before. Lines before a fault tell its place from others with the same line. */
const lineBefore = (text: string, start: number): number => text.lastIndexOf('\n', start - 2) + 1;

/** The fault that a change makes, with as many lines before it as its place needs to be unique. */
export function faultOf(area: Area, file: string, text: string, change: Change): Fault {
  const lineStart = text.lastIndexOf('\n', change.start - 1) + 1;
  const nextLine = text.indexOf('\n', change.end);
  const end = nextLine === -1 ? text.length : nextLine;
  let start = lineStart;
  while (start > 0 && text.indexOf(text.slice(start, end)) !== text.lastIndexOf(text.slice(start, end))) {
    start = lineBefore(text, start);
  }
  return {
    area,
    file,
    line: text.slice(0, change.start).split('\n').length,
    before: text.slice(start, end),
    after: text.slice(start, change.start) + change.text + text.slice(change.end, end),
  };
}

/** @returns the text with the fault; undefined if its place is not in the text, or occurs more than once */
export function withFault(text: string, { before, after }: Pick<Fault, 'before' | 'after'>): string | undefined {
  const [head, tail, ...more] = text.split(before);
  return head === undefined || tail === undefined || more.length > 0 ? undefined : head + after + tail;
}

export interface Place {
  readonly createdAt: Date;
  readonly position: number;
}

/** The part of a link to a neighbouring page that says where the reader is. */
export interface Anchor {
  /** Position of the newest event when the first page was read. */
  readonly newest: number;
  /** The place of the page in a filtered list, and the number of all matching events. Absent if the page is empty. */
  readonly window?: {
    readonly total: number;
    readonly offset: number;
    readonly length: number;
    readonly first: Place;
    readonly last: Place;
  };
}

const NEWEST = /^\d{1,18}$/;
const WINDOW = /^(\d{1,18})\.(\d{1,6})\.(\d{1,10})\.(\d{1,3})\.(\d{1,15})\.(\d{1,18})\.(\d{1,15})\.(\d{1,18})$/;

/** @returns undefined if the text was never part of a link */
export function readAnchor(text: string): Anchor | undefined {
  if (NEWEST.test(text)) return { newest: Number(text) };
  const found = WINDOW.exec(text);
  if (!found) return undefined;
  const [, newest = '', total, offset, length, firstAt, first = '', lastAt, last = ''] = found;
  return {
    newest: Number(newest),
    window: {
      total: Number(total),
      offset: Number(offset),
      length: Number(length),
      first: { createdAt: new Date(Number(firstAt)), position: Number(first) },
      last: { createdAt: new Date(Number(lastAt)), position: Number(last) },
    },
  };
}

export function anchorText({ newest, window }: Anchor): string {
  if (!window) return String(newest);
  const { total, offset, length, first, last } = window;
  const places = [first, last].flatMap(({ createdAt, position }) => [createdAt.getTime(), position]);
  return [newest, total, offset, length, ...places].join('.');
}

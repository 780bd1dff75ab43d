import type { Framed } from '@halyard/pages';

interface Effects {
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** What the form asked for is done: the same form has no further effect. */
  readonly isDone?: true;
}

/** A page as handlers answer it; `Pages` adds what all of them have. */
export interface ShownPage extends Effects, Pick<Framed, 'heading' | 'content' | 'more' | 'isWide'> {
  readonly status?: number;
  /** Where it differs from the heading. */
  readonly title?: string;
  readonly retryAfterSeconds?: number | undefined;
  /** The only script of the page. */
  readonly script?: string | undefined;
  /** Where its forms may lead beside this site (`form-action`). */
  readonly formAction?: readonly string[];
}

/** 303: the browser asks for a page of ours next. */
export interface Redirect extends Effects {
  readonly to: string;
}

export type PageAnswer = ShownPage | Redirect;

import type { FrameContent } from '@halyard/pages';

interface Effects {
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** The form has had its effect; sending it again has no further one. */
  readonly isDone?: true;
}

/** A page from a handler. `Pages` adds what all pages share. */
export interface ShownPage extends Effects, Pick<FrameContent, 'heading' | 'content' | 'more' | 'isWide'> {
  readonly status?: number;
  /** Defaults to the heading. */
  readonly title?: string;
  readonly retryAfterSeconds?: number | undefined;
  readonly script?: string | undefined;
  /** Other sites that its forms may lead to (`form-action`). */
  readonly formAction?: readonly string[];
}

/** Answers 303, so that the browser asks for another page of ours. */
export interface Redirect extends Effects {
  readonly to: string;
}

export type PageAnswer = ShownPage | Redirect;

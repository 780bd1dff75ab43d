import { framed } from './frame.js';
import { html } from './html.js';
import { pageOf } from './page.js';

interface Refusal {
  readonly heading: string;
  readonly text: string;
}

/** Texts for people whose request was refused, by the status of the answer. */
const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    heading: 'This request can’t be read',
    text: 'Its address has a character or a part that no page here can read. Open the link again, as it was given to you.',
  },
  404: {
    heading: 'This page does not exist',
    text: 'A part of its address may be missing. Open the whole link again, as it was given to you.',
  },
  405: {
    heading: 'This page is not opened by its address',
    text: 'Go back to the page that you came from, and continue with its buttons.',
  },
  413: {
    heading: 'This form is too large',
    text: 'Go back, and shorten what you have entered.',
  },
  415: {
    heading: 'This form can’t be read',
    text: 'It was not sent as forms of these pages are. Open the page again, and fill it in there.',
  },
  429: {
    heading: 'Too many attempts',
    text: 'Wait a minute, and try again.',
  },
  500: {
    heading: 'Something went wrong',
    text: 'This was no fault of yours. Try again. If it happens again, tell whoever runs this site the number below.',
  },
  503: {
    heading: 'There is too much to do just now',
    text: 'Try again in a moment.',
  },
};
const otherwise: Refusal = {
  heading: 'This is not possible',
  text: 'Go back to the page that you came from, and try again.',
};

export interface ErrorPage {
  readonly installation: string;
  readonly isSandbox: boolean;
  readonly status: number;
  /** Set if more is known than the status. */
  readonly text?: string;
  readonly requestId: string;
}

/** The page has no link, since a link could come from the author of the request. */
export function errorPageOf({ installation, isSandbox, status, text, requestId }: ErrorPage): string {
  const refusal = refusals[status] ?? otherwise;
  return pageOf({
    title: `${refusal.heading} · ${installation}`,
    content: framed({
      installation,
      isSandbox,
      heading: refusal.heading,
      content: html`<p>${text ?? refusal.text}</p>
        <p class="hint">Request ${requestId}</p>`,
    }),
  });
}

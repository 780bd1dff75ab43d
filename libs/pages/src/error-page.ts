import { framed } from './frame.js';
import { html } from './html.js';
import { pageOf } from './page.js';

export interface ErrorPage {
  readonly host: string;
  readonly isSandbox: boolean;
  /** What is wrong, in words. */
  readonly heading: string;
  readonly text: string;
  readonly requestId: string;
}

/** Says what is wrong. The page has no link, since a link could come from the author of the request. */
export const errorPageOf = ({ host, isSandbox, heading, text, requestId }: ErrorPage): string =>
  pageOf({
    title: heading,
    content: framed({
      host,
      isSandbox,
      heading,
      content: html`<p>${text}</p>
        <p class="hint">Request ${requestId}</p>`,
    }),
  });

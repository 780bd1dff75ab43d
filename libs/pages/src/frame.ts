import { html, type Html, type HtmlPart } from './html.js';

const LOCK = html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path
    d="M7 10V7a5 5 0 0 1 10 0v3h1a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h1Zm2 0h6V7a3 3 0 0 0-6 0v3Z"
  />
</svg>`;

export interface FrameContent {
  /** The host in the address bar. */
  readonly host: string;
  readonly isSandbox: boolean;
  readonly heading: string;
  readonly content: HtmlPart;
  /** Cards after the first, which has the heading. */
  readonly more?: readonly Html[];
  readonly isWide?: boolean;
}

/** The layout of all pages for people: the host, a heading, and cards below it. */
export const framed = ({ host, isSandbox, heading, content, more = [], isWide = false }: FrameContent): Html =>
  html`<main${isWide ? html` class="wide"` : undefined}>
<p class="masthead">${LOCK}<span>${host}</span>${isSandbox ? html`<span class="badge">Sandbox</span>` : undefined}</p>
<section class="card" aria-labelledby="heading">
<h1 id="heading">${heading}</h1>
${content}
</section>
${more}
</main>`;

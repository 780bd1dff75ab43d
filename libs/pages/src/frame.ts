import { html, type Html, type HtmlPart } from './html.js';

/** The sign of Halyard, as the icon of the console has it. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="8" fill="var(--accent)" />
  <path d="M9 8v16M23 8v16M9 16h14" fill="none" stroke="var(--on-accent)" stroke-width="3.5" stroke-linecap="round" />
</svg>`;

export interface FrameContent {
  /** The name by which people know the installation. */
  readonly installation: string;
  readonly isSandbox: boolean;
  readonly heading: string;
  readonly content: HtmlPart;
  /** Cards after the first, which has the heading. */
  readonly more?: readonly Html[];
  readonly isWide?: boolean;
}

/** The layout of all pages for people: whose pages they are, a heading, and cards below it. */
export const framed = ({ installation, isSandbox, heading, content, more = [], isWide = false }: FrameContent): Html =>
  html`<main${isWide ? html` class="wide"` : undefined}>
<p class="brand">${MARK}<span>${installation}</span>${isSandbox ? html`<span class="badge">Sandbox</span>` : undefined}</p>
<section class="card" aria-labelledby="heading">
<h1 id="heading">${heading}</h1>
${content}
</section>
${more}
</main>`;

import { html, type Html, pageOf, palette } from '@halyard/pages';

interface ReferencePage {
  readonly title: string;
  /** What the page is about, in a line above its title. */
  readonly label?: string;
  readonly content: readonly Html[];
}

/** Must be exactly the content of the style element: the page's policy contains its hash. */
export const referenceStyle = `${palette}
header{padding:.75rem 1.25rem;border-bottom:1px solid var(--line)}
header a{color:inherit;font-weight:600;text-decoration:none}
main{max-width:52rem;margin:0 auto;padding:clamp(1rem,4vw,2.5rem) 1.25rem 4rem}
h1{margin:0 0 .75rem;font-size:clamp(1.5rem,4vw,2rem);letter-spacing:-.01em}
h2{margin:2rem 0 .5rem;font-size:1.2rem}
h3{margin:1.25rem 0 .25rem;font-size:1rem}
p{margin:.5rem 0}
.label{margin:0 0 .25rem;color:var(--quiet);font-family:var(--mono);font-size:.9375rem}
ul{padding-inline-start:1.2rem}
section > ul{columns:16rem}
li{break-inside:avoid;margin:.2rem 0}
pre{margin:.5rem 0;padding:.85rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:8px;overflow-x:auto;font-size:.875rem;line-height:1.6}
.scrolled{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9375rem}
th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;overflow-wrap:normal}
th{color:var(--quiet);font-weight:500}
td code{overflow-wrap:normal;white-space:nowrap}
`;

export const referencePage = ({ title, label, content }: ReferencePage): string =>
  pageOf({
    title: `${title} · Halyard documentation`,
    style: referenceStyle,
    content: html`<header><a href="/docs/">Halyard documentation</a></header>
      <main>
        ${label === undefined ? undefined : html`<p class="label">${label}</p>`}
        <h1>${title}</h1>
        ${content}
      </main>`,
  });

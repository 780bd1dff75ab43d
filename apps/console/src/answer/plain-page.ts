import { escaped, html, Html, pageOf } from '@halyard/pages';

export const plainStyle =
  ':root{color-scheme:light dark}body{max-width:32rem;margin:10vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}';

/** A page without scripts, for people who are not logged in. */
export const plainPage = (heading: string, text: string, link: string): string =>
  pageOf({
    title: `${heading} · Halyard`,
    style: plainStyle,
    content: html`<main>
      <h1>${heading}</h1>
      <p>${text}</p>
      ${new Html(`<p><a href="/console/login">${escaped(link)}</a></p>`)}
    </main>`,
  });

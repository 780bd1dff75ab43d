import { formStyle, html, MARK, pageOf } from '@halyard/pages';

/** The style sheet of `plainPage`, for the page's policy. */
export const plainStyle = formStyle;

interface PlainPage {
  readonly heading: string;
  readonly text: string;
  readonly isSandbox: boolean;
}

/** A page without scripts, for people who are not logged in. It looks like the pages of the authorization server. */
export const plainPage = ({ heading, text, isSandbox }: PlainPage): string =>
  pageOf({
    title: `${heading} · Halyard`,
    content: html`<main>
      <p class="brand">
        ${MARK}<span>Halyard</span>${isSandbox ? html`<span class="badge">Sandbox</span>` : undefined}
      </p>
      <div class="card">
        <h1>${heading}</h1>
        <p>${text}</p>
        <p><a class="button" href="/console/login">Log in</a></p>
      </div>
    </main>`,
  });

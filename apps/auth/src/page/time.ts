import { html, type Html } from '@halyard/pages';

/** `March 2, 2026 at 18:00 UTC`: the server does not know the person's time zone. */
export const timeOf = (at: Date): Html => {
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${day} at ${iso.slice(11, 16)} UTC</time>`;
};

import { html } from '@halyard/pages';
import type { ShownPage } from './page-answer.js';

/** Shown if a used form is sent again by somebody who may not see its first answer. */
export const donePage: ShownPage = {
  heading: 'This is done',
  content: html`<p>This form was sent before, and what you asked for was done then. It was not done again.</p>
    <p>If an application sent you here, go back to it. <a class="button" href="/me">Go to your profile</a></p>`,
};

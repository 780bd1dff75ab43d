import { faultSummary, fieldOf, type FormFault, formOf, html, type Html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { pictureOf } from './picture.js';

export interface EnrolmentView {
  readonly seed: string;
  /** The seed that the form sends back, sealed for this session. */
  readonly sealedSeed: string;
  /** The content of the QR code. */
  readonly uri: string;
  readonly faults?: readonly FormFault[];
  /** The person can do nothing else before setting up an authenticator. */
  readonly isRequired: boolean;
}

const grouped = (seed: string): string => seed.replaceAll(/.{4}(?=.)/g, '$& ');

export function enrolmentPage({ path: action, formToken }: Visit, view: EnrolmentView): ShownPage {
  const { seed, sealedSeed, uri, faults = [], isRequired } = view;
  const heading = 'Set up an authenticator';
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    status: faults.length > 0 ? 400 : 200,
    content: html`${isRequired ? html`<p>Your account asks for two-step verification.</p>` : undefined}
      <p>Scan the picture with an authenticator app, or type in the setup key.</p>
      ${pictureOf(uri)}
      <p>Setup key<br /><code class="key">${grouped(seed)}</code></p>
      ${faultSummary(faults)}
      ${formOf({
        action,
        hidden: { [FORM_TOKEN]: formToken(action), seed: sealedSeed },
        content: html`${fieldOf(
            {
              name: 'code',
              label: 'One-time code',
              autocomplete: 'one-time-code',
              inputMode: 'numeric',
              hint: 'The six digits that the app shows now.',
            },
            faults,
          )}<button type="submit">Turn on</button>`,
      })}
      <p>${isRequired ? html`<a href="/logout">Log out</a>` : html`<a href="/me">Not now</a>`}</p>`,
  };
}

export const recoveryCodesPage = (heading: string, codes: readonly string[], next = '/me'): ShownPage => ({
  heading,
  content: html`<p>
      From now on you log in with a second step. If you lose the device that you use for it, one of these recovery codes
      lets you in. Keep them in a safe place: <strong>they are shown only now</strong>, and each works once.
    </p>
    <ol class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ol>
    <p><a class="button" href="${next}">I have kept them</a></p>`,
});

/** @param codesLeft unused recovery codes */
export const factorPage = ({ path: action, formToken }: Visit, codesLeft: number): ShownPage => ({
  heading: 'Your authenticator',
  content: html`<p>Two-step verification is on. ${left(codesLeft)}</p>
    <p class="quiet">
      To use another authenticator, or to get new recovery codes, turn this one off and set it up again.
    </p>
    ${formOf({
      action,
      look: 'plain',
      hidden: { [FORM_TOKEN]: formToken(action), answer: 'off' },
      content: html`<div class="actions">
        <button type="submit">Turn off</button>
        <a class="button second" href="/me">Keep it</a>
      </div>`,
    })}`,
});

const left = (count: number): Html =>
  count === 1 ? html`One recovery code is left.` : html`${count} recovery codes are left.`;

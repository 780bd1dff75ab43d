import { faultSummary, type Field, fieldOf, type FormFault, formOf, html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';

interface CodeView {
  readonly faults?: readonly FormFault[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

const oneTimeCode: Field = {
  name: 'code',
  label: 'One-time code',
  autocomplete: 'one-time-code',
  inputMode: 'numeric',
  hint: 'Six digits, from your authenticator.',
  isFirst: true,
};
const recoveryCode: Field = {
  name: 'code',
  label: 'Recovery code',
  autocomplete: 'off',
  hint: 'One of the ten that you were shown. Each works once.',
  isFirst: true,
};

/** @param action path of the page, which says what code it asks for */
export function secondFactorPage({ path: action, formToken }: Visit, view: CodeView = {}): ShownPage {
  const { faults = [], status = faults.length > 0 ? 401 : 200, retryAfterSeconds } = view;
  const isRecovery = action.endsWith('/recovery-code');
  const heading = 'Two-step verification';
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    status,
    retryAfterSeconds,
    content: html`${faultSummary(faults)}
      ${formOf({
        action,
        content: html`${fieldOf(isRecovery ? recoveryCode : oneTimeCode, faults)}<button type="submit">Verify</button>`,
        hidden: { [FORM_TOKEN]: formToken(action) },
      })}
      <p>
        ${
          isRecovery
            ? html`<a href="/login/second-factor">Use your authenticator</a>`
            : html`<a href="/login/recovery-code">Use a recovery code</a>`
        }
      </p>`,
  };
}

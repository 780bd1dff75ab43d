import { pageRoutes } from '@halyard/contracts/authorization';
import { faultSummary, type Field, fieldOf, type FormFault, formOf, html, type Html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { passkeyForm, passkeyScript } from '../second-factor/passkey-form.js';
import type { PasskeyOffer } from '../second-factor/passkeys.js';

export interface CodeView {
  readonly faults?: readonly FormFault[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

interface FactorView extends CodeView {
  readonly hasAuthenticator: boolean;
  readonly passkey: PasskeyOffer | undefined;
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

export const CODE = pageRoutes.verifySecondFactor.path;
export const RECOVERY = pageRoutes.verifyRecovery.path;
export const PASSKEY = pageRoutes.verifyPasskey.path;

/** Shows only its own field for a recovery code, and otherwise every factor that the person has set up. */
export function secondFactorPage({ path, formToken }: Visit, view: FactorView): ShownPage {
  const { faults = [], status = faults.length > 0 ? 401 : 200, retryAfterSeconds, hasAuthenticator, passkey } = view;
  const heading = 'Two-step verification';
  const hidden = (action: string) => ({ [FORM_TOKEN]: formToken(action) });
  const codeForm = (action: string, field: Field): Html =>
    formOf({
      action,
      content: html`${fieldOf(field, faults)}<button type="submit">Verify</button>`,
      hidden: hidden(action),
    });
  const usual = html`${hasAuthenticator ? codeForm(CODE, oneTimeCode) : undefined}
  ${
    passkey &&
    passkeyForm({
      ...{ use: 'get', action: PASSKEY, button: 'Use a passkey', offer: passkey, hidden: hidden(PASSKEY) },
      ...(hasAuthenticator && { look: 'second' }),
    })
  }
  ${hasAuthenticator ? undefined : html`<noscript><p>A passkey needs script, which is off in this browser.</p></noscript>`}`;
  const isRecovery = path === RECOVERY;
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    status,
    retryAfterSeconds,
    script: !isRecovery && passkey ? passkeyScript : undefined,
    content: html`${faultSummary(faults)} ${isRecovery ? codeForm(RECOVERY, recoveryCode) : usual}
      <p>
        ${
          isRecovery
            ? html`<a href="${CODE}">${hasAuthenticator ? 'Use your authenticator' : 'Use a passkey'}</a>`
            : html`<a href="${RECOVERY}">Use a recovery code</a>`
        }
      </p>`,
  };
}

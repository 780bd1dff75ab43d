import { formOf, html, type Html } from '@halyard/pages';
import type { SubmittedForm } from '../page/form.js';
import type { PasskeyOffer, PasskeyAnswer } from './passkeys.js';

const CREDENTIAL = 'credential';
const SEALED_CHALLENGE = 'challenge';

interface PasskeyForm {
  readonly use: 'create' | 'get';
  readonly action: string;
  readonly button: string;
  readonly offer: PasskeyOffer;
  readonly hidden: Readonly<Record<string, string>>;
  readonly look?: 'second';
}

export const returnedBy = (form: SubmittedForm): PasskeyAnswer => ({
  credential: form.text(CREDENTIAL),
  sealedChallenge: form.text(SEALED_CHALLENGE),
});

/** Hidden without script. */
export const passkeyForm = ({ use, action, button, offer, hidden, look }: PasskeyForm): Html =>
  html`<div class="passkey" data-passkey="${use}" data-options="${offer.options}" hidden>
    ${formOf({
      action,
      look: 'plain',
      hidden: { ...hidden, [SEALED_CHALLENGE]: offer.sealedChallenge, [CREDENTIAL]: '' },
      content: html`<button${look ? html` class="${look}"` : undefined} type="submit">${button}</button>`,
    })}
    <p class="fault" role="alert" hidden>No passkey was used. Try again, or go on without one.</p>
  </div>`;

/** Runs in browsers that know the JSON of WebAuthn (level 3). */
export const passkeyScript = `
for (const part of document.querySelectorAll('[data-passkey]')) {
  const known = window.PublicKeyCredential;
  if (!known?.parseCreationOptionsFromJSON || !known.parseRequestOptionsFromJSON) continue;
  const form = part.querySelector('form');
  const fault = part.querySelector('[role=alert]');
  part.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    fault.hidden = true;
    const options = JSON.parse(part.dataset.options);
    try {
      const credential =
        part.dataset.passkey === 'create'
          ? await navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) })
          : await navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options) });
      form.elements.namedItem('${CREDENTIAL}').value = JSON.stringify(credential);
      form.submit();
    } catch {
      fault.hidden = false;
    }
  });
}
`;

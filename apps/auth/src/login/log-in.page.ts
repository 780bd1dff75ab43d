import { faultSummary, fieldOf, type FormFault, formOf, html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { HOME } from './logins.js';

export interface LogInView {
  readonly email?: string;
  readonly faults?: readonly FormFault[];
  /** Path of the page that follows. */
  readonly then?: string;
  readonly reason?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

export function logInPage({ formToken }: Visit, view: LogInView = {}): ShownPage {
  const { email, faults = [], then = HOME, reason, retryAfterSeconds, status = faults.length > 0 ? 401 : 200 } = view;
  const fields = html`${fieldOf(
      { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, isFirst: true },
      faults,
    )}${fieldOf(
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      faults,
    )}<button type="submit">Log in</button>`;
  return {
    heading: 'Log in',
    title: faults.length > 0 ? 'Error: Log in' : 'Log in',
    status,
    retryAfterSeconds,
    content: html`${reason === undefined ? undefined : html`<p>${reason}</p>`} ${faultSummary(faults)}
      ${formOf({
        action: '/login',
        content: fields,
        hidden: { [FORM_TOKEN]: formToken('/login'), then: then === HOME ? undefined : then },
      })}
      <p><a href="/password-resets">Forgot your password?</a></p>`,
  };
}

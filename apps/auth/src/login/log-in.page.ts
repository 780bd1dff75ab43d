import { faultSummary, fieldOf, type FormFault, formOf, html, type HtmlPart } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { HOME } from './logins.js';

export interface LogInView {
  readonly email?: string;
  readonly faults?: readonly FormFault[];
  /** Path of the page that follows. */
  readonly then?: string;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** Tells a person what a log-in is for. */
export interface LogInPurpose {
  /** Goes on after "Log in". */
  readonly purpose: HtmlPart;
  /** Why somebody who is logged in has to log in again. */
  readonly reason?: string | undefined;
}

export function logInPage({ formToken }: Visit, view: LogInView & LogInPurpose): ShownPage {
  const { email = '', faults = [], then = HOME, purpose, reason, retryAfterSeconds } = view;
  const { status = faults.length > 0 ? 401 : 200 } = view;
  const isKnown = email !== '';
  const fields = html`${fieldOf(
      {
        ...{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email },
        ...(!isKnown && { isFirst: true }),
      },
      faults,
    )}${fieldOf(
      {
        ...{ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ...(isKnown && { isFirst: true }),
      },
      faults,
    )}<button type="submit">Log in</button>`;
  return {
    heading: 'Log in',
    title: faults.length > 0 ? 'Error: Log in' : 'Log in',
    status,
    retryAfterSeconds,
    content: html`<p class="lead">${purpose}</p>
      ${reason === undefined ? undefined : html`<p class="note">${reason}</p>`} ${faultSummary(faults)}
      ${formOf({
        action: '/login',
        content: fields,
        hidden: { [FORM_TOKEN]: formToken('/login'), then: then === HOME ? undefined : then },
      })}
      <p><a href="/password-resets">Forgot your password?</a></p>`,
  };
}

import { formOf, html, type Html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';
import type { Session } from '../session/session.entity.js';
import type { Profile } from './profiles.js';

const card = (id: string, heading: string, content: Html): Html =>
  html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`;

/** `March 2, 2026 at 18:00 UTC`: the server does not know where the person is. */
const timeOf = (at: Date): Html => {
  const day = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${day} at ${iso.slice(11, 16)} UTC</time>`;
};

export function profilePage(visit: LoggedInVisit, profile: Profile): ShownPage {
  const { email, name, accounts, hasSecondFactor, sessions, signIns } = profile;
  return {
    heading: 'Your profile',
    isWide: true,
    content: html`<dl>
        <div>
          <dt>Name</dt>
          <dd>${name}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>${email}</dd>
        </div>
        ${accounts.map(
          (account) =>
            html`<div>
              <dt>Account</dt>
              <dd>${account.name} <span class="quiet">(${account.role})</span></dd>
            </div>`,
        )}
      </dl>
      ${formOf({
        action: '/logout',
        look: 'plain',
        hidden: { [FORM_TOKEN]: visit.formToken('/logout') },
        content: html`<button class="second" type="submit">Log out</button>`,
      })}`,
    more: [
      card(
        'security',
        'Password and two-step verification',
        html`<ul class="rows">
          <li>
            <div><p>Password</p></div>
            <a href="/me/password">Change password</a>
          </li>
          <li>
            <div>
              <p>Two-step verification</p>
              <p class="hint">${hasSecondFactor ? 'Your authenticator is on.' : 'Off: a password is all it takes.'}</p>
            </div>
            <a href="/me/authenticator">${hasSecondFactor ? 'Change your authenticator' : 'Set up an authenticator'}</a>
          </li>
        </ul>`,
      ),
      card('sessions', 'Where you are logged in', sessionList(visit, sessions)),
      card(
        'sign-ins',
        'Latest sign-ins',
        html`<ul class="rows">
          ${signIns.map(({ device, beganAt, methods }) => {
            const how = methods.includes('otp') ? 'password and code' : 'password';
            return html`<li>
              <div>
                <p>${device}</p>
                <p class="hint">${timeOf(beganAt)}, with ${how}</p>
              </div>
            </li>`;
          })}
        </ul>`,
      ),
    ],
  };
}

function sessionList({ session, formToken }: LoggedInVisit, sessions: readonly Session[]): Html {
  return html`<ul class="rows">
    ${sessions.map(({ id, device, beganAt, seenAt }) => {
      const action = `/me/sessions/${id}`;
      return html`<li>
        <div>
          <p>${device}${id === session.id ? html` <strong>(this browser)</strong>` : undefined}</p>
          <p class="hint">Since ${timeOf(beganAt)}, last seen ${timeOf(seenAt)}</p>
        </div>
        ${formOf({
          action,
          look: 'plain',
          hidden: { [FORM_TOKEN]: formToken(action) },
          content: html`<button class="second small" type="submit">End session</button>`,
        })}
      </li>`;
    })}
  </ul>`;
}

import { pageRoutes } from '@halyard/contracts/authorization';
import { formOf, html, type Html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import { timeOf } from '../page/time.js';
import { meaningOf } from '@halyard/contracts/people';
import { powerList } from '../consent/power-list.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';
import type { Visit } from '../page/visit.js';
import { passkeyForm, passkeyScript } from '../second-factor/passkey-form.js';
import type { Passkey } from '../second-factor/passkey.entity.js';
import type { PasskeyOffer } from '../second-factor/passkeys.js';
import type { AuthenticationMethod, Session } from '../session/session.entity.js';
import type { Profile } from './profiles.js';

const card = (id: string, heading: string, content: Html): Html =>
  html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`;

export function profilePage(visit: LoggedInVisit, profile: Profile): ShownPage {
  const { passkeys, passkeyOffer, hasAuthenticator, sessions, signIns, applications } = profile;
  return {
    heading: 'Your profile',
    isWide: true,
    script: passkeyOffer && passkeyScript,
    content: personOf(visit, profile),
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
                <p>Authenticator</p>
                <p class="hint">
                  ${hasAuthenticator ? 'On: a code is asked for when you log in.' : factorHint(passkeys)}
                </p>
              </div>
              <a href="/me/authenticator"
                >${hasAuthenticator ? 'Change your authenticator' : 'Set up an authenticator'}</a
              >
            </li>
            ${passkeys.map((passkey) => passkeyRow(visit, passkey))}
          </ul>
          ${passkeyOffer && addPasskey(visit, passkeyOffer)}`,
      ),
      card('sessions', 'Where you are logged in', sessionList(visit, sessions)),
      ...(applications.length > 0
        ? [card('applications', 'Connected applications', applicationList(visit, applications))]
        : []),
      card(
        'sign-ins',
        'Latest sign-ins',
        html`<ul class="rows">
          ${signIns.map(({ device, beganAt, methods }) => {
            return html`<li>
              <div>
                <p>${device}</p>
                <p class="hint">${timeOf(beganAt)}, with ${howOf(methods)}</p>
              </div>
            </li>`;
          })}
        </ul>`,
      ),
    ],
  };
}

const personOf = ({ formToken }: Visit, { email, name, accounts, consoleUrl }: Profile): Html =>
  html`<dl>
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
            <dd>
              ${account.name} <span class="quiet">(${account.role})</span>
              <p class="hint">This role ${meaningOf[account.role]}.</p>
            </dd>
          </div>`,
      )}
    </dl>
    ${formOf({
      action: '/logout',
      look: 'plain',
      hidden: { [FORM_TOKEN]: formToken('/logout') },
      content: html`<div class="actions">
        ${consoleUrl === undefined ? undefined : html`<a class="button" href="${consoleUrl}">Open the console</a>`}
        <button class="second" type="submit">Log out</button>
      </div>`,
    })}`;

const factorHint = (passkeys: readonly Passkey[]): string =>
  passkeys.length > 0 ? 'Off.' : 'Off: a password is all it takes.';

const howOf = (methods: readonly AuthenticationMethod[]): string =>
  ['password', ...(methods.includes('otp') ? ['code'] : []), ...(methods.includes('hwk') ? ['passkey'] : [])].join(
    ' and ',
  );

function passkeyRow({ formToken }: Visit, { id, createdAt }: Passkey): Html {
  const action = `${pageRoutes.addPasskey.path}/${id}`;
  return html`<li>
    <div>
      <p>Passkey</p>
      <p class="hint">Added ${timeOf(createdAt)}</p>
    </div>
    ${formOf({
      action,
      look: 'plain',
      hidden: { [FORM_TOKEN]: formToken(action) },
      content: html`<button class="second small" type="submit">Remove passkey</button>`,
    })}
  </li>`;
}

function addPasskey({ formToken }: Visit, offer: PasskeyOffer): Html {
  const action = pageRoutes.addPasskey.path;
  const hidden = { [FORM_TOKEN]: formToken(action) };
  return passkeyForm({ use: 'create', action, button: 'Add a passkey', offer, hidden, look: 'second' });
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

function applicationList({ formToken }: LoggedInVisit, applications: Profile['applications']): Html {
  return html`<ul class="rows">
    ${applications.map(({ id, name, accounts, lastUsedAt }) => {
      const action = `/me/applications/${id}`;
      return html`<li>
        <div>
          <p><strong>${name}</strong></p>
          ${accounts.map(
            (account) =>
              html`<p class="hint">Connected to ${account.name} since ${timeOf(account.givenAt)}</p>
                ${powerList(account.powers)}`,
          )}
          ${lastUsedAt && html`<p class="hint">Last used ${timeOf(lastUsedAt)}</p>`}
        </div>
        ${formOf({
          action,
          look: 'plain',
          hidden: { [FORM_TOKEN]: formToken(action) },
          content: html`<button class="second small" type="submit">Disconnect</button>`,
        })}
      </li>`;
    })}
  </ul>`;
}

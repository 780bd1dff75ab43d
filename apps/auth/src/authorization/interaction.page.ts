import { faultSummary, formOf, html, type Html, type HtmlPart } from '@halyard/pages';
import type { Permissions } from '@halyard/contracts';
import { powerList } from '../consent/power-list.js';
import { powersOf } from '../consent/powers.js';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { roleInWords } from '../person/role-in-words.js';
import type { PossibleAccount } from '../consent/consents.js';

interface StepForm {
  /** Other sites that forms of the page may lead to. */
  readonly formAction?: readonly string[];
  /** Fields for the next step. */
  readonly hidden?: Readonly<Record<string, string>>;
}

export interface AccountsView extends StepForm {
  readonly accounts: readonly PossibleAccount[];
  readonly isMissing?: boolean;
}

export function accountsPage(
  { path, formToken }: Visit,
  { accounts, formAction, hidden, isMissing = false }: AccountsView,
): ShownPage {
  const heading = 'Choose an account';
  const faults = isMissing ? [{ message: 'Choose an account.' }] : [];
  return {
    heading,
    title: isMissing ? `Error: ${heading}` : heading,
    status: isMissing ? 400 : 200,
    formAction,
    content: html`${faultSummary(faults)}
    ${formOf({
      action: path,
      hidden: { ...hidden, [FORM_TOKEN]: formToken(path) },
      content: html`<fieldset class="choices" ${isMissing ? html`aria-invalid="true"` : undefined}>
          <legend>Account</legend>
          ${accounts.map(
            ({ id, name, role }, at) =>
              html`<label for="account-${id}"
                ><input
                  id="account-${id}"
                  type="radio"
                  name="account"
                  value="${id}"
                  ${at === 0 ? html`checked` : undefined}
                />
                <span>${name} <span class="quiet">(${role})</span></span></label
              >`,
          )}
        </fieldset>
        <button type="submit">Continue</button>`,
    })}`,
  };
}

interface AccessView extends StepForm {
  readonly application: string;
  readonly email: string;
  readonly account: PossibleAccount;
  /** Terms with their descriptions, shown after those of every request. */
  readonly facts?: readonly (readonly [term: string, description: HtmlPart])[];
  readonly warning?: string | undefined;
}

export interface ConsentView extends AccessView {
  readonly applicationOwner: string;
  readonly scopes: readonly string[];
  readonly permissions: Permissions;
}

export function consentPage(visit: Visit, view: ConsentView): ShownPage {
  const { application, applicationOwner, email, account, scopes, permissions } = view;
  const isOwner = account.role === 'owner';
  return {
    heading: `${application} asks for access`,
    formAction: view.formAction,
    content: html`${factsOf(view, [
        ['Application of', applicationOwner],
        ['You are', email],
        ['Account', account.name],
      ])}
      <p>It will be able to:</p>
      ${powerList(powersOf(scopes, permissions))}
      <p class="quiet">
        ${isOwner ? 'You can take this back in your profile at any time.' : `Only an owner of ${account.name} can allow this.`}
      </p>
      ${answerForm(visit, view, isOwner)}`,
  };
}

export function firstPartyPage(visit: Visit, view: AccessView): ShownPage {
  const { application, email, account } = view;
  return {
    heading: `${application} asks for access`,
    formAction: view.formAction,
    content: html`${factsOf(view, [
        ['You are', email],
        ['Account', account.name],
        ['Your role', roleInWords(account.role)],
      ])}
      <p>
        It will be able to do all that you may do in ${account.name}. Allow it only if you have just begun this
        yourself.
      </p>
      ${answerForm(visit, view, true)}`,
  };
}

const answerForm = ({ path, formToken }: Visit, { hidden }: StepForm, mayAllow: boolean): Html =>
  formOf({
    action: path,
    look: 'plain',
    hidden: { ...hidden, [FORM_TOKEN]: formToken(path) },
    content: html`<div class="actions">
      ${mayAllow ? html`<button type="submit" name="answer" value="allow">Allow</button>` : undefined}
      <button class="second" type="submit" name="answer" value="deny">Deny</button>
    </div>`,
  });

const factsOf = ({ facts = [], warning }: AccessView, more: NonNullable<AccessView['facts']>): Html =>
  html`${warning === undefined ? undefined : html`<p class="notice">${warning}</p>`}
    <dl>${[...facts, ...more].map(pair)}</dl>`;

const pair = ([term, description]: readonly [string, HtmlPart]): Html =>
  html`<div>
    <dt>${term}</dt>
    <dd>${description}</dd>
  </div>`;

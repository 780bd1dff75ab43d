import type { InvitedRole } from '@halyard/contracts/people';
import { type FormFault, formOf, html, type Html } from '@halyard/pages';
import { FORM_TOKEN } from '../../page/form.js';
import type { ShownPage } from '../../page/page-answer.js';
import type { Visit } from '../../page/visit.js';
import { newPasswordPage } from '../../password/new-password.page.js';
import { roleInWords } from '../../person/role-in-words.js';

interface Offer {
  /** The name of the account. */
  readonly account: string;
  readonly role: InvitedRole;
}

interface WelcomeView extends Offer {
  readonly email: string;
  readonly faults?: readonly FormFault[];
}

/** Asks a person who is new here for a password. */
export const welcomePage = (visit: Visit, { email, account, role, faults = [] }: WelcomeView): ShownPage =>
  newPasswordPage(visit, {
    ...{ email, faults },
    reason: html`<p>You are invited to join <strong>${account}</strong>.</p>
      ${roleNote(role)}`,
  });

/** Asks a person who can log in already whether to join. */
export const joinPage = ({ path: action, formToken }: Visit, { account, role }: Offer): ShownPage => ({
  heading: `Join ${account}`,
  content: html`<p>You are invited to this account.</p>
    ${roleNote(role)}
    ${formOf({
      action,
      look: 'plain',
      hidden: { [FORM_TOKEN]: formToken(action) },
      content: html`<div class="actions">
        <button type="submit" name="answer" value="accept">Accept</button>
        <button class="second" type="submit" name="answer" value="later">Not now</button>
      </div>`,
    })}`,
});

const roleNote = (role: InvitedRole): Html => html`<p class="note">Your role: ${roleInWords(role)}</p>`;

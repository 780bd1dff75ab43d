import { formOf, html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';

interface LogOutView {
  readonly action: string;
  readonly application?: string | undefined;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly formAction?: readonly string[];
}

export const logOutPage = (
  { formToken }: Visit,
  { action, application, hidden, formAction = [] }: LogOutView,
): ShownPage => ({
  heading: 'Log out',
  formAction,
  content: html`${application === undefined ? undefined : html`<p>${application} has logged you out.</p>`}
    <p>Do you want to log out in this browser?</p>
    ${formOf({
      action,
      look: 'plain',
      hidden: { ...hidden, [FORM_TOKEN]: formToken(action) },
      content: html`<div class="actions">
        <button type="submit" name="answer" value="leave">Log out</button>
        <button class="second" type="submit" name="answer" value="stay">Stay logged in</button>
      </div>`,
    })}`,
});

export const loggedOutPage: ShownPage = {
  heading: 'You are logged out',
  content: html`<p><a class="button" href="/login">Log in again</a></p>`,
};

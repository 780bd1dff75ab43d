import { faultSummary, type Field, fieldOf, type FormFault, formOf, html, type HtmlPart } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { SubmittedForm } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import type { PersonalData } from '../person/people.js';
import { faultOfPassword } from './password-rules.js';

const NEW = 'new-password';
const REPEATED = 'repeated-password';
export const PRESENT = 'present-password';

const username: Field = {
  name: 'username',
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  isFixed: true,
};
const newPassword: Field = {
  name: NEW,
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 12 characters, any you like.',
};
const repeated: Field = {
  name: REPEATED,
  label: 'Repeat the new password',
  type: 'password',
  autocomplete: 'new-password',
};
const present: Field = {
  name: PRESENT,
  label: 'Present password',
  type: 'password',
  autocomplete: 'current-password',
  isFirst: true,
};

interface NewPasswordView {
  /** The person's address, by which password managers save the password. */
  readonly email: string;
  readonly reason?: HtmlPart;
  readonly asksPresent?: boolean;
  readonly faults?: readonly FormFault[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** Sends the form to the path of the visit. */
export function newPasswordPage({ path: action, formToken }: Visit, view: NewPasswordView): ShownPage {
  const {
    email,
    reason,
    asksPresent = false,
    faults = [],
    status = faults.length > 0 ? 400 : 200,
    retryAfterSeconds,
  } = view;
  const heading = asksPresent ? 'Change your password' : 'Choose a password';
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    status,
    retryAfterSeconds,
    content: html`${reason} ${faultSummary(faults)}
    ${formOf({
      action,
      hidden: { [FORM_TOKEN]: formToken(action) },
      content: [
        fieldOf({ ...username, value: email }),
        ...(asksPresent ? [fieldOf(present, faults)] : []),
        fieldOf(asksPresent ? newPassword : { ...newPassword, isFirst: true }, faults),
        fieldOf(repeated, faults),
        html`<button type="submit">Save password</button>`,
      ],
    })}`,
  };
}

export async function readNewPassword(
  form: SubmittedForm,
  person: PersonalData,
): Promise<{ readonly password: string; readonly faults: readonly FormFault[] }> {
  const password = form.text(NEW);
  const fault = await faultOfPassword(password, person);
  return {
    password,
    faults: [
      ...(fault === undefined ? [] : [{ field: NEW, message: fault }]),
      ...(form.text(REPEATED) === password ? [] : [{ field: REPEATED, message: 'Repeat the same password.' }]),
    ],
  };
}

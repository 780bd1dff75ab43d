import { faultSummary, fieldOf, type FormFault, formOf, html } from '@halyard/pages';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';

export const USER_CODE_FIELD = 'user_code';

export interface DeviceCodeView {
  readonly typed?: string;
  readonly faults?: readonly FormFault[];
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

export function codePage({ path, formToken }: Visit, view: DeviceCodeView = {}): ShownPage {
  const { typed, faults = [], status = faults.length > 0 ? 400 : 200, retryAfterSeconds } = view;
  const heading = 'Connect a program';
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    status,
    retryAfterSeconds,
    content: html`${faultSummary(faults)}
      <p>
        A program without a browser shows a code, with which you let it in. Type the code only if you have just begun
        this yourself.
      </p>
      ${formOf({
        action: path,
        hidden: { [FORM_TOKEN]: formToken(path) },
        content: html`${fieldOf(
            {
              name: USER_CODE_FIELD,
              label: 'Code',
              autocomplete: 'off',
              value: typed,
              hint: 'Eight letters.',
              isFirst: true,
            },
            faults,
          )} <button type="submit">Continue</button>`,
      })}`,
  };
}

export function answeredPage(application: string, isAllowed: boolean): ShownPage {
  return {
    isDone: true,
    heading: isAllowed ? `${application} is connected` : `${application} has no access`,
    content: isAllowed
      ? html`<p>
          Go back to the program. You can close this page. <a href="/me">Your profile</a> shows its session, and ends
          it.
        </p>`
      : html`<p>You have denied it. You can close this page.</p>`,
  };
}

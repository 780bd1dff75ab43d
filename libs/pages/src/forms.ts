import { html, type Html, type HtmlPart } from './html.js';

/** A fault of a form, for the person: of one field, or of the form as a whole. */
export interface FormFault {
  readonly field?: string;
  readonly message: string;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly inputMode?: 'numeric';
  readonly value?: string;
  readonly hint?: string;
  /** The person sees the value, and password managers save it with the password. */
  readonly isFixed?: true;
  /** The first field of a page whose purpose is its form. */
  readonly isFirst?: true;
}

const attribute = (name: string, value: string | undefined): Html | undefined =>
  value === undefined ? undefined : html` ${name}="${value}"`;

/** A labelled field, with its faults tied to it. The only fault of a form is announced where it stands. */
export function fieldOf(field: Field, faults: readonly FormFault[] = []): Html {
  const { name, label, type = 'text', autocomplete, inputMode, value, hint, isFixed, isFirst } = field;
  const own = faults.filter((fault) => fault.field === name);
  const described = [...(hint === undefined ? [] : [`${name}-hint`]), ...(own.length > 0 ? [`${name}-fault`] : [])];
  const focus = own.length > 0 ? faults[0]?.field === name : isFirst && faults.every((fault) => !fault.field);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${[
        attribute('inputmode', inputMode),
        attribute('value', value),
        attribute('aria-invalid', own.length > 0 ? 'true' : undefined),
        attribute('aria-describedby', described.length > 0 ? described.join(' ') : undefined),
        isFixed && html` readonly`,
        focus ? html` autofocus` : undefined,
      ]}
    />
    ${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${
      own.length === 0
        ? undefined
        : html`<p class="fault" id="${name}-fault" ${faults.length === 1 ? html`role="alert"` : undefined}>
            ${own.map(({ message }) => message).join(' ')}
          </p>`
    }
  </div>`;
}

/** Lists all faults, with links to their fields. The only fault of a form is said once, at its field. */
export function faultSummary(faults: readonly FormFault[]): Html | undefined {
  if (faults.every(({ field }) => field !== undefined) && faults.length < 2) return undefined;
  const line = ({ field, message }: FormFault): Html =>
    field === undefined ? html`${message}` : html`<a href="#${field}">${message}</a>`;
  const [first] = faults;
  const content =
    faults.length === 1 && first
      ? html`<p>${line(first)}</p>`
      : html`<ul>
          ${faults.map((fault) => html`<li>${line(fault)}</li>`)}
        </ul>`;
  return html`<div class="notice" role="alert">${content}</div>`;
}

export interface FormOptions {
  readonly action: string;
  readonly content: HtmlPart;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** `narrow`: its button has the width of its fields. */
  readonly look?: 'narrow' | 'plain';
}

export const formOf = ({ action, content, hidden = {}, look = 'narrow' }: FormOptions): Html =>
  html`<form method="post" action="${action}" class="${look}" novalidate>
    ${Object.entries(hidden).map(([name, value]) =>
      value === undefined ? undefined : html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${content}
  </form>`;

import { find, part, stamped } from './dom.js';
import type { LogInField } from './linking-api.js';
import type { Stage } from './stage.js';

/** A form whose fields are defined by the bank: its login, or its questions. */
export class FieldsStep {
  readonly #form: HTMLFormElement;
  readonly #fields: HTMLElement;

  constructor(
    private readonly name: 'login' | 'questions',
    private readonly stage: Stage,
    private readonly submit: (answers: readonly string[]) => void,
  ) {
    this.#form = find(`${name}-form`, HTMLFormElement);
    this.#fields = find(`${name}-fields`, HTMLElement);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  show(bank: string, fields: readonly LogInField[]): void {
    find(`${this.name}-bank`, HTMLElement).textContent = bank;
    this.#fields.replaceChildren(...fields.map((field, index) => this.#field(field, index)));
    this.stage.show(this.name);
  }

  /** After a refusal passwords and answers have to be typed again; the rest of a login stays. */
  retry(): void {
    const [first] = this.#inputs();
    for (const input of this.#inputs()) if (input.type === 'password' || this.name === 'questions') input.value = '';
    first?.setAttribute('aria-invalid', 'true');
    first?.setAttribute('aria-errormessage', 'notice');
    first?.focus();
  }

  forget(): void {
    this.#fields.replaceChildren();
  }

  #submit(): void {
    const inputs = this.#inputs();
    const empty = inputs.find(({ value }) => value === '');
    if (empty) this.stage.say('Fill in every field.', empty);
    else this.submit(inputs.map(({ value }) => value));
  }

  #inputs(): HTMLInputElement[] {
    return [...this.#fields.querySelectorAll('input')];
  }

  #field({ label, type }: LogInField, index: number): HTMLElement {
    const field = stamped('field');
    const input = part(field, 'input', HTMLInputElement);
    const id = `${this.name}-${index}`;
    const name = part(field, 'label', HTMLLabelElement);
    name.textContent = label;
    name.htmlFor = id;
    input.id = id;
    input.type = type;
    input.autocomplete = this.#purposeOf(type);
    return field;
  }

  /** WCAG 1.3.5: a browser may fill in a login, but not an answer, which is used only once. */
  #purposeOf(type: LogInField['type']): AutoFill {
    if (this.name === 'questions') return 'off';
    return type === 'password' ? 'current-password' : 'username';
  }
}

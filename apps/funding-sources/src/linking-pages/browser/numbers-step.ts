import { find } from './dom.js';
import type { EnteredBank, Refusal } from './linking-api.js';
import type { Stage } from './stage.js';

const FIELDS = ['routingNumber', 'accountNumber', 'name'] as const;

/** The form for people who cannot log in to their bank. */
export class NumbersStep {
  readonly #form = find('numbers-form', HTMLFormElement);

  constructor(
    private readonly stage: Stage,
    submit: (numbers: EnteredBank) => void,
  ) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const empty = FIELDS.map((name) => find(name, HTMLInputElement)).find(({ value }) => value.trim() === '');
      if (empty) this.stage.say('Fill in every field.', empty);
      else submit(this.#numbers());
    });
  }

  show(): void {
    this.stage.show('numbers');
  }

  point({ faults }: Refusal): void {
    for (const name of FIELDS) {
      const fault = faults.get(name);
      if (fault !== undefined) return this.stage.say(fault, find(name, HTMLInputElement));
    }
  }

  forget(): void {
    this.#form.reset();
  }

  #numbers(): EnteredBank {
    const [routingNumber, accountNumber, name] = FIELDS.map((field) => find(field, HTMLInputElement).value.trim());
    return {
      routingNumber: routingNumber ?? '',
      accountNumber: accountNumber ?? '',
      name: name ?? '',
      type: find('type', HTMLSelectElement).value,
    };
  }
}

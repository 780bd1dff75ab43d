import { find, part, stamped } from './dom.js';
import type { Account } from './linking-api.js';
import type { Stage } from './stage.js';

/** An account without a routing number cannot be chosen. */
export class AccountsStep {
  readonly #form = find('accounts-form', HTMLFormElement);
  readonly #list = find('accounts-list', HTMLElement);

  constructor(
    private readonly stage: Stage,
    submit: (account: string) => void,
  ) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const chosen = new FormData(this.#form).get('account');
      if (typeof chosen === 'string') submit(chosen);
      else this.stage.say('Choose an account.', this.#firstOfAll());
    });
  }

  show(bank: string, accounts: readonly Account[]): void {
    find('accounts-bank', HTMLElement).textContent = bank;
    this.#list.replaceChildren(...accounts.map((account) => this.#item(account)));
    const eligible = [...this.#list.querySelectorAll('input')].filter(({ disabled }) => !disabled);
    const [only] = eligible;
    if (only && eligible.length === 1) only.checked = true;
    find('no-account', HTMLElement).hidden = eligible.length > 0;
    find('accounts-submit', HTMLButtonElement).hidden = eligible.length === 0;
    this.stage.show('accounts');
  }

  #firstOfAll(): HTMLInputElement | undefined {
    return [...this.#list.querySelectorAll('input')].find(({ disabled }) => !disabled);
  }

  #item({ id, name, bankAccountType, mask, isEligible }: Account): HTMLElement {
    const item = stamped('account-item');
    const input = part(item, 'input', HTMLInputElement);
    input.value = id;
    input.disabled = !isEligible;
    part(item, 'name', HTMLElement).textContent = name;
    part(item, 'number', HTMLElement).textContent = `${bankAccountType}, ends in ${mask}`;
    part(item, 'reason', HTMLElement).hidden = isEligible;
    return item;
  }
}

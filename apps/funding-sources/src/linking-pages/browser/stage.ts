import { find } from './dom.js';
import { Refusal } from './linking-api.js';
import { type FromPage, type PageName, pageNames } from './messages.js';
import { judged } from './refusals.js';

/** Shared by all steps: shows one of them at a time, makes one request at a time, and shows problems. */
export class Stage {
  readonly #main = find('main', HTMLElement);
  readonly #notice = find('notice', HTMLElement);
  readonly #progress = find('progress', HTMLElement);
  readonly #back = find('back', HTMLButtonElement);
  #current: PageName | undefined;
  #isBusy = false;

  constructor(
    private readonly tell: (message: FromPage) => void,
    private readonly hasBackButton: boolean,
  ) {}

  onBack(go: () => void): void {
    this.#back.addEventListener('click', () => {
      if (!this.#isBusy) go();
    });
  }

  /** @param name of the section to show; its heading is read out */
  show(name: PageName): void {
    for (const page of pageNames) find(page, HTMLElement).hidden = page !== name;
    this.#back.hidden = !this.hasBackButton || ['institution', 'done', 'ended'].includes(name);
    this.#progress.textContent = '';
    this.say('');
    // When the first section is shown the focus stays where it is, which may be in the partner's page.
    if (this.#current !== undefined) find(`${name}-title`, HTMLElement).focus();
    if (this.#current !== name) this.tell({ iav: 'page', currentPage: name });
    this.#current = name;
  }

  /** Shows what has to be corrected, and marks where. */
  say(text: string, at?: HTMLElement): void {
    for (const field of this.#main.querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-errormessage');
    }
    this.#notice.textContent = text;
    if (!at) return;
    at.setAttribute('aria-invalid', 'true');
    at.setAttribute('aria-errormessage', this.#notice.id);
    at.focus();
  }

  /**
   * Runs one piece of work at a time, and ignores calls in the meantime.
   *
   * @param refused called in addition if the page goes on after a refusal
   */
  async attempt(doing: string, work: () => Promise<void>, refused?: (refusal: Refusal) => void): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#main.setAttribute('aria-busy', 'true');
    this.say('');
    this.#progress.textContent = doing;
    try {
      await work();
    } catch (error) {
      this.refuse(error, refused);
    } finally {
      this.#isBusy = false;
      this.#main.removeAttribute('aria-busy');
      this.#progress.textContent = '';
    }
  }

  /** Shows a problem, and ends the page if there is no way to go on. */
  refuse(failure: unknown, refused?: (refusal: Refusal) => void): void {
    const refusal = failure instanceof Refusal ? failure : new Refusal('UnexpectedPage', {});
    const { goesOn, ...error } = judged(refusal);
    if (!goesOn || this.#current === undefined) {
      find('ended-text', HTMLElement).textContent = error.message;
      this.show('ended');
      this.tell({ iav: 'ended', error });
      return;
    }
    this.tell({ iav: 'page', currentPage: this.#current, error });
    this.say(error.message);
    refused?.(refusal);
  }
}

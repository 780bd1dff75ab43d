import { find, part, stamped } from './dom.js';
import type { ListedInstitution, LinkingApi } from './linking-api.js';
import type { Stage } from './stage.js';

const PAUSE_MS = 200;

const counted = (total: number): string => (total === 1 ? '1 bank found' : `${total} banks found`);

export class InstitutionStep {
  readonly #search = find('search', HTMLInputElement);
  readonly #found = find('found', HTMLElement);
  readonly #list = find('institutions', HTMLElement);
  readonly #more = find('more', HTMLButtonElement);
  #searches = 0;

  constructor(
    private readonly api: LinkingApi,
    private readonly stage: Stage,
    private readonly choose: (institution: ListedInstitution) => void,
  ) {
    let pause = 0;
    this.#search.addEventListener('input', () => {
      clearTimeout(pause);
      pause = setTimeout(() => void this.#find(0), PAUSE_MS);
    });
    find('search-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      clearTimeout(pause);
      void this.#find(0);
    });
    this.#more.addEventListener('click', () => void this.#showMore());
  }

  async show(): Promise<void> {
    if (this.#list.childElementCount === 0) await this.#load(0);
    this.stage.show('institution');
  }

  #find(offset: number): Promise<void> {
    return this.#load(offset).catch((error: unknown) => this.stage.refuse(error));
  }

  async #showMore(): Promise<void> {
    const shown = this.#list.childElementCount;
    await this.#find(shown);
    const next = this.#list.children[shown]?.querySelector('button');
    next?.focus();
  }

  /** Drops an answer that arrives after a newer search has begun. */
  async #load(offset: number): Promise<void> {
    this.#searches += 1;
    const search = this.#searches;
    const { total, _embedded } = await this.api.institutions(this.#search.value.trim(), offset);
    if (search !== this.#searches) return;
    const items = _embedded.institutions.map((institution) => this.#item(institution));
    if (offset === 0) this.#list.replaceChildren(...items);
    else this.#list.append(...items);
    this.#found.textContent = total === 0 ? 'No bank of that name' : counted(total);
    this.#more.hidden = this.#list.childElementCount >= total;
  }

  #item(institution: ListedInstitution): HTMLElement {
    const item = stamped('institution-item');
    part(item, 'name', HTMLElement).textContent = institution.name;
    part(item, 'choose', HTMLButtonElement).addEventListener('click', () => this.choose(institution));
    return item;
  }
}

import MiniSearch from 'minisearch';
import { find, type FoundPage } from './find.ts';
// Part of the page's scripts, so that a search needs no network once the page is there.
import text from './index.json?raw';
import { type FoundPart, rules } from './rules.ts';

const SHOWN_MAX = 10;

let read: MiniSearch<FoundPart> | undefined;
const index = (): MiniSearch<FoundPart> => (read ??= MiniSearch.loadJSON<FoundPart>(text, rules));

const element = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

const linkTo = (address: string): HTMLAnchorElement => Object.assign(document.createElement('a'), { href: address });

function itemOf({ address, title, section, summary, request, parts }: FoundPage): HTMLElement {
  const link = linkTo(address);
  link.append(element('strong', title), element('small', section));
  if (request !== undefined) link.append(element('code', request));
  link.append(element('span', summary));
  const item = document.createElement('li');
  item.append(link);
  for (const part of parts) {
    const within = linkTo(part.address);
    within.className = 'part';
    within.append(element('span', part.heading));
    item.append(within);
  }
  return item;
}

/** Shows pages while somebody types. */
class SiteSearch extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector<HTMLInputElement>('input[type=search]')!;
    const decisions = this.querySelector<HTMLInputElement>('input[type=checkbox]')!;
    const [panel, status, list] = ['.panel', '[role=status]', 'ul'].map((one) => this.querySelector<HTMLElement>(one)!);
    const close = (): void => {
      panel!.hidden = true;
    };
    const show = (): void => {
      const words = input.value.trim();
      const found = words === '' ? [] : find(index(), words, decisions.checked);
      panel!.hidden = words === '';
      list!.replaceChildren(...found.slice(0, SHOWN_MAX).map(itemOf));
      const more = found.length > SHOWN_MAX ? `, of which the first ${SHOWN_MAX} are shown` : '';
      status!.textContent =
        found.length === 0
          ? `Nothing found for “${words}”`
          : `${found.length} page${found.length === 1 ? '' : 's'}${more}`;
    };
    input.addEventListener('input', show);
    decisions.addEventListener('change', show);
    input.addEventListener('focus', () => {
      // Read before the first letter comes: that takes longer than a search.
      index();
      if (input.value !== '') show();
    });
    this.querySelector('form')!.addEventListener('submit', (event) => {
      event.preventDefault();
      this.links()[0]?.click();
    });
    this.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.contains(relatedTarget))) close();
    });
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        input.focus();
        close();
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.move(event, input);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.focus();
    });
  }

  private links(): readonly HTMLAnchorElement[] {
    return [...this.querySelectorAll('a')];
  }

  /** From the words to the pages that were found, and back. */
  private move(event: KeyboardEvent, input: HTMLInputElement): void {
    const stops: readonly HTMLElement[] = [input, ...this.links()];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}

customElements.define('site-search', SiteSearch);

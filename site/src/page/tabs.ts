/** Remembers the tab that a reader chose last, for the pages after this one. */
const CHOSEN = 'halyard-docs-tab';

interface Tab {
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly name: string;
}

/** Shows parts of a page, each below a heading, as tabs. Without scripts they stand below each other. */
class SiteTabs extends HTMLElement {
  private tabs: readonly Tab[] = [];

  connectedCallback(): void {
    if (this.tabs.length > 0) return;
    const headings = [...this.querySelectorAll<HTMLElement>('h3')];
    if (headings.length === 0) return;
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.setAttribute('aria-label', 'Language');
    this.tabs = headings.map((heading) => this.tabOf(heading));
    list.append(...this.tabs.map(({ button }) => button));
    this.replaceChildren(list, ...this.tabs.map(({ panel }) => panel));
    list.addEventListener('keydown', (event) => this.move(event));
    addEventListener('hashchange', () => this.follow());
    this.show(this.tabs.find(({ name }) => name === localStorage.getItem(CHOSEN)) ?? this.tabs[0]);
    this.follow();
  }

  /** The panel keeps the anchor of the heading, so that links to it still work. */
  private tabOf(heading: HTMLElement): Tab {
    // The generator puts headings into elements with links to them.
    const top = heading.closest<HTMLElement>('.sl-heading-wrapper') ?? heading;
    const [name, id] = [heading.textContent ?? '', heading.id];
    const panel = Object.assign(document.createElement('div'), { id, tabIndex: -1 });
    panel.setAttribute('role', 'tabpanel');
    for (
      let next = top.nextElementSibling;
      next && !next.matches('h3, .sl-heading-wrapper');
      next = top.nextElementSibling
    )
      panel.append(next);
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: name,
      id: `tab-${id}`,
    });
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', id);
    panel.setAttribute('aria-labelledby', button.id);
    const tab = { button, panel, name };
    button.addEventListener('click', () => {
      this.show(tab);
      localStorage.setItem(CHOSEN, name);
    });
    return tab;
  }

  private show(shown: Tab | undefined): void {
    for (const tab of this.tabs) {
      const isShown = tab === shown;
      tab.panel.hidden = !isShown;
      tab.button.setAttribute('aria-selected', String(isShown));
      tab.button.tabIndex = isShown ? 0 : -1;
    }
  }

  /** Shows the tab to which the address of the page leads. */
  private follow(): void {
    const named = this.tabs.find(({ panel }) => `#${panel.id}` === location.hash);
    if (named) this.show(named);
  }

  private move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = this.tabs.findIndex(({ button }) => button === document.activeElement);
    const next = this.tabs.at((at + step) % this.tabs.length);
    event.preventDefault();
    next?.button.focus();
    next?.button.click();
  }
}

customElements.define('site-tabs', SiteTabs);

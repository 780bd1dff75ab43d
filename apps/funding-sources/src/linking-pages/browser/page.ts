import { find } from './dom.js';
import { Flow } from './flow.js';
import { LinkingApi } from './linking-api.js';
import { ParentWindow } from './parent-window.js';
import { Stage } from './stage.js';

/** The policy of the page refuses origins that are not the application's. */
function addStyleSheets(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
}

async function run(parent: ParentWindow): Promise<void> {
  parent.tellSize();
  const { token, ...options } = await parent.started();
  addStyleSheets(options.stylesheets);
  const stage = new Stage(parent, options.backButton && !options.microDeposits);
  await stage.attempt('Connecting…', async () => {
    const api = await LinkingApi.open(token, parent.origin);
    await new Flow(api, stage, parent, options).begin();
  });
}

const parentOrigin = find('main', HTMLElement).dataset['parent'];
if (window.parent === window || parentOrigin === undefined) {
  find('progress', HTMLElement).textContent = 'This page is opened by the application that asks for your bank.';
} else {
  void run(new ParentWindow(parentOrigin));
}

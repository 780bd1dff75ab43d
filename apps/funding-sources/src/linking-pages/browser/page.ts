import { find } from './dom.js';
import { Flow } from './flow.js';
import { LinkingApi } from './linking-api.js';
import type { FromPage, StartOptions } from './messages.js';
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

interface PageStart {
  readonly token: string;
  readonly options: StartOptions;
  readonly parentOrigin: string | null;
  readonly tell: (message: FromPage) => void;
}

async function begin({ token, options, parentOrigin, tell }: PageStart): Promise<void> {
  const stage = new Stage(tell, options.backButton && !options.microDeposits);
  await stage.attempt('Connecting…', async () => {
    const api = await LinkingApi.open(token, parentOrigin);
    await new Flow(api, stage, tell, options).begin();
  });
}

async function beginFramed(parent: ParentWindow): Promise<void> {
  parent.tellSize();
  const { token, ...options } = await parent.started();
  addStyleSheets(options.stylesheets);
  await begin({ token, options, parentOrigin: parent.origin, tell: (message) => parent.tell(message) });
}

/** Removes the token from the address before anything else is done with it. */
function takeToken(): string {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  return token;
}

const alone: StartOptions = {
  stylesheets: [],
  microDeposits: false,
  fallbackToMicroDeposits: true,
  backButton: true,
};

const isFramed = window.parent !== window;
const parentOrigin = find('main', HTMLElement).dataset['parent'];
const token = isFramed ? '' : takeToken();
if (isFramed && parentOrigin !== undefined) void beginFramed(new ParentWindow(parentOrigin));
else if (token !== '') void begin({ token, options: alone, parentOrigin: null, tell: () => undefined });
else find('progress', HTMLElement).textContent = 'This page is opened by the application that asks for your bank.';

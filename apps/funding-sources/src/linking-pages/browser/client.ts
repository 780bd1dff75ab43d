// Partners embed this script in any script tag, so it is no module. It defines one global name, that of its file.
(() => {
  type FromPage = import('./messages.js').FromPage;
  type FromScript = import('./messages.js').FromScript;
  type StartOptions = import('./messages.js').StartOptions;
  type LinkingError = import('./messages.js').LinkingError;

  interface LinkedSource {
    readonly _links: { readonly 'funding-source': { readonly href: string } };
  }
  /** The choice made with a provider's token. The partner's server exchanges it for a partner token. */
  interface ProviderChoice {
    readonly publicToken: string;
    readonly accountId: string;
  }
  type Callback = (error: LinkingError | null, response?: LinkedSource | ProviderChoice) => void;

  interface IavOptions extends Partial<StartOptions> {
    /** The page is shown in this element, which may be a frame, or in the element with this id. */
    readonly container: string | HTMLElement;
    readonly subscriber?: (seen: { readonly currentPage: string; readonly error?: LinkingError }) => void;
  }

  /** A page that has loaded must say something within this time. */
  const SILENCE_MS = 3_000;
  const TOKEN = /^([\w-]{1,64})\.[\w-]+$/;

  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || script.src === '') throw new Error('embed this script by its address');
  const { origin: api, pathname } = new URL(script.src);
  const word = pathname.slice(pathname.lastIndexOf('/') + 1).replace('.js', '');

  const unexpected: LinkingError = {
    code: 'UnexpectedPage',
    message: 'The page did not open. Is the origin of this page one that the application has registered?',
  };

  function frameIn(container: string | HTMLElement): HTMLIFrameElement {
    const element = typeof container === 'string' ? document.getElementById(container) : container;
    if (!element) throw new Error('there is no element of that id');
    if (element instanceof HTMLIFrameElement) return element;
    const frame = document.createElement('iframe');
    frame.style.cssText = 'display: block; width: 100%; height: 480px; border: 0';
    element.replaceChildren(frame);
    return frame;
  }

  /**
   * Shows the pages in which a customer links a bank, and calls back once: when a bank is linked, or when none will be.
   * With a provider's token the callback gets the chosen account instead.
   */
  function start(token: string, options: IavOptions, callback: Callback): { readonly close: () => void } {
    const application = TOKEN.exec(token)?.[1];
    if (application === undefined) {
      callback({ code: 'InvalidIavToken', message: 'The token is not a token for linking a bank.' });
      return { close: () => undefined };
    }
    const frame = frameIn(options.container);
    let hasStarted = false;
    let hasEnded = false;

    const end: Callback = (error, response) => {
      if (hasEnded) return;
      hasEnded = true;
      callback(error, response);
    };
    const answer: { [Kind in FromPage['iav']]: (message: Extract<FromPage, { iav: Kind }>) => void } = {
      ready: () => {
        if (hasStarted) return;
        hasStarted = true;
        const { stylesheets = [], microDeposits = false, fallbackToMicroDeposits = false, backButton = true } = options;
        const message: FromScript = {
          iav: 'start',
          token,
          stylesheets,
          microDeposits,
          fallbackToMicroDeposits,
          backButton,
        };
        frame.contentWindow?.postMessage(message, api);
      },
      size: ({ height }) => {
        frame.style.height = `${height}px`;
      },
      page: ({ currentPage, error }) => options.subscriber?.({ currentPage, ...(error && { error }) }),
      done: ({ fundingSource }) => end(null, { _links: { 'funding-source': { href: fundingSource } } }),
      chosen: ({ publicToken, accountId }) => end(null, { publicToken, accountId }),
      ended: ({ error }) => end(error),
    };
    const listen = ({ source, origin, data }: MessageEvent<FromPage>): void => {
      if (source !== frame.contentWindow || origin !== api) return;
      (answer[data?.iav] as ((message: FromPage) => void) | undefined)?.(data);
    };
    // A refused frame loads, too, but says nothing.
    const loaded = (): void => {
      setTimeout(() => {
        if (!hasStarted) end(unexpected);
      }, SILENCE_MS);
    };
    const close = (): void => {
      hasEnded = true;
      window.removeEventListener('message', listen);
      frame.removeEventListener('load', loaded);
      frame.remove();
    };

    window.addEventListener('message', listen);
    frame.addEventListener('load', loaded);
    if (frame.title === '') frame.title = 'Link your bank';
    frame.referrerPolicy = 'no-referrer';
    frame.src = `${api}/linking/applications/${application}?parent=${encodeURIComponent(window.location.origin)}`;
    return { close };
  }

  interface BankNumbers {
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly type: string;
    readonly name: string;
  }

  /** Adds a bank by its numbers, which go from the browser to the API and nowhere else. */
  function create(token: string, bank: BankNumbers, callback: Callback): void {
    const request: RequestInit = {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(bank),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    };
    const unreachable: LinkingError = { code: 'UnexpectedPage', message: 'The server did not answer.' };
    const ask = async (): Promise<LinkedSource | LinkingError> => {
      const answer = await fetch(`${api}/linking/funding-sources`, request);
      return (await answer.json()) as LinkedSource | LinkingError;
    };
    void ask()
      .catch(() => unreachable)
      .then((told) => {
        if ('code' in told) callback(told);
        else callback(null, { _links: { 'funding-source': told._links['funding-source'] } });
      });
  }

  /** Ignores its argument: the script works with the environment that it was loaded from. */
  const configure = (environment: 'sandbox' | 'prod'): void => void environment;

  Object.assign(window, { [word]: { configure, iav: { start }, fundingSources: { create } } });
})();

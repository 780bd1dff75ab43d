import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { CommandFailure, exits } from '../exit-codes.js';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const page = (heading: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${heading}</title><main><h1>${heading}</h1><p>${text}</p></main></html>\n`;

function answer(response: ServerResponse, status: number, heading: string, text: string): void {
  response.writeHead(status, { ...HEADERS, connection: 'close' }).end(page(heading, text));
}

/** Receives the browser after a log-in, on an address of this machine alone (RFC 8252, 7.3). */
export class Loopback {
  private constructor(
    readonly redirectUri: string,
    private readonly returned: Promise<string>,
    private readonly close: () => void,
  ) {}

  /** @param state sent back by the browser of this log-in; other browsers are turned away */
  static async open(state: string, issuer: string): Promise<Loopback> {
    let resolve: (code: string) => void;
    let reject: (reason: Error) => void;
    const promise = new Promise<string>((...settle) => ([resolve, reject] = settle));
    // The error reaches the code that awaits the result. Without this line, Node would report it as unhandled as well.
    promise.catch(() => undefined);
    const server = createServer(({ url = '' }, response) => {
      const { pathname, searchParams: given } = new URL(url, 'http://127.0.0.1');
      if (pathname !== '/callback') return answer(response, 404, 'Not found', 'This address takes a log-in alone.');
      const isOurs = given.get('state') === state && (given.get('iss') ?? issuer) === issuer;
      if (!isOurs) return answer(response, 400, 'Log-in failed', 'It is not one that this command began.');
      const code = given.get('code');
      if (code === null) {
        answer(response, 400, 'Log-in failed', 'The command line was not let in.');
        return reject(new CommandFailure(`not let in: ${given.get('error') ?? 'no code'}`, exits.notLoggedIn));
      }
      answer(response, 200, 'You are logged in', 'Go back to the command line: this page can be closed.');
      resolve(code);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the loopback address has no port');
    return new Loopback(`http://127.0.0.1:${address.port}/callback`, promise, () => server.close());
  }

  /** @returns the code @throws CommandFailure if it was denied; the signal's reason */
  async code(signal: AbortSignal): Promise<string> {
    let end = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => (end = () => reject(signal.reason as Error)));
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      return await Promise.race([this.returned, aborted]);
    } finally {
      signal.removeEventListener('abort', end);
      this.close();
    }
  }
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { framed, html, pageHeaders, pageOf } from '@halyard/pages';
import { CommandFailure, exits } from '../exit-codes.js';
import { untilAborted } from '../until-aborted.js';

function answer(response: ServerResponse, status: number, heading: string, text: string): void {
  const told = { installation: 'Halyard command line', isSandbox: false, heading, content: html`<p>${text}</p>` };
  const headers = {
    ...pageHeaders({ formAction: ["'none'"] }),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  response
    .writeHead(status, { ...headers, connection: 'close' })
    .end(pageOf({ title: heading, content: framed(told) }));
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
      if (pathname !== '/callback')
        return answer(response, 404, 'Not found', 'The command line waits here for a log-in, and for nothing else.');
      const isOurs = given.get('state') === state && (given.get('iss') ?? issuer) === issuer;
      if (!isOurs)
        return answer(
          response,
          400,
          'Log-in failed',
          'The running command did not begin this log-in. Start the log-in again in the terminal.',
        );
      const code = given.get('code');
      if (code === null) {
        answer(
          response,
          400,
          'Log-in failed',
          'The command line has no access: the log-in was refused. You can close this page.',
        );
        return reject(new CommandFailure(`not let in: ${given.get('error') ?? 'no code'}`, exits.notLoggedIn));
      }
      answer(response, 200, 'You are logged in', 'You can close this page and go back to the terminal.');
      resolve(code);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the loopback address has no port');
    return new Loopback(`http://127.0.0.1:${address.port}/callback`, promise, () => server.close());
  }

  /** @returns the code @throws CommandFailure if it was denied; the signal's reason */
  async code(signal: AbortSignal): Promise<string> {
    try {
      return await untilAborted(this.returned, signal);
    } finally {
      this.close();
    }
  }
}

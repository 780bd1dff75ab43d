import { Agent as HttpAgent, type ClientRequest, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';

interface Options {
  /** Certificate of the authority to trust, PEM; that of the machine's store by default. */
  readonly ca?: string | undefined;
  /** How long a request may take to be connected; as long as it takes by default. */
  readonly connectMs?: number;
  /** Called when a request begins to connect, and when it is connected. */
  readonly onConnecting?: () => void;
  readonly onConnected?: () => void;
}

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * `fetch` over Node's own client, which can trust one more authority on every Node that the command line supports.
 * Redirects are not followed.
 */
export function nodeFetch({ ca, connectMs, onConnecting, onConnected }: Options = {}): typeof fetch {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true, ca }) };
  return async (input, init) => {
    const asked = new Request(input, init);
    const { url, method, headers } = asked;
    // That of the request itself is aborted no more once the request is collected as garbage.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : undefined;
    const options = {
      method,
      ...(signal && { signal }),
      headers: { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) },
    };
    return new Promise<Response>((resolve, reject) => {
      const sent = url.startsWith('https:')
        ? overHttps(url, { ...options, agent: agents.https })
        : overHttp(url, { ...options, agent: agents.http });
      watchConnection(sent, onConnecting, onConnected);
      if (connectMs !== undefined) limitConnecting(sent, connectMs);
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const status = answer.statusCode ?? 500;
        const stream = EMPTY.has(status) ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
        resolve(new Response(stream, { status, headers: headersOf(answer.rawHeaders) }));
      });
      sent.end(body);
    });
  };
}

function watchConnection(sent: ClientRequest, onConnecting?: () => void, onConnected?: () => void): void {
  sent.on('socket', (socket: Socket) => {
    if (!socket.connecting) return onConnected?.();
    onConnecting?.();
    socket.once(connectedBy(socket), () => onConnected?.());
  });
}

/** What stands still may accept a connection, and never says who it is. */
const connectedBy = (socket: Socket): string => (socket instanceof TLSSocket ? 'secureConnect' : 'connect');

function limitConnecting(sent: ClientRequest, connectMs: number): void {
  let late: NodeJS.Timeout | undefined;
  const begin = (): void => {
    const reason = new Error(`no connection within ${connectMs / 1_000} s`);
    late = setTimeout(() => sent.destroy(reason), connectMs);
  };
  const end = (): void => clearTimeout(late);
  watchConnection(sent, begin, end);
  sent.once('close', end);
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}

import { Agent as HttpAgent, type ClientRequest, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Env } from '../profile/profile.js';
import { proxyOf, requestByProxy, TunnelAgent, type TunnelOptions } from './proxy.js';

interface Options {
  /** The environment, whose variables name the proxies. */
  readonly env: Env;
  /** PEM certificate of the authority to trust. Default: the authorities of the machine's store. */
  readonly ca?: string | undefined;
  /** How long a request may take to connect. Default: no limit. */
  readonly connectMs?: number;
  /** Called when a request begins to connect, and when it is connected. */
  readonly onConnecting?: () => void;
  readonly onConnected?: () => void;
}

/** Answers of these statuses have no body. */
const EMPTY = new Set([204, 205, 304]);

/**
 * `fetch` that trusts one more authority and uses the environment's proxies on every supported Node. Follows no
 * redirects.
 */
export function nodeFetch({ env, ca, connectMs, onConnecting, onConnected }: Options): typeof fetch {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true, ca });
  const tunnels = new Map<string, TunnelAgent>();
  const tunnelBy = (proxy: URL): TunnelAgent => {
    const tunnel = tunnels.get(proxy.href) ?? new TunnelAgent(proxy, { keepAlive: true, ca });
    tunnels.set(proxy.href, tunnel);
    return tunnel;
  };
  const begin = (url: URL, options: TunnelOptions, proxy: URL | undefined): ClientRequest => {
    if (url.protocol === 'https:') return overHttps(url, { ...options, agent: proxy ? tunnelBy(proxy) : secure });
    if (!proxy) return overHttp(url, { ...options, agent: plain });
    return requestByProxy(proxy, { ...options, path: url.href, headers: { ...options.headers, host: url.host } });
  };
  return async (input, init) => {
    const asked = new Request(input, init);
    const { method, headers } = asked;
    const url = new URL(asked.url);
    // The request's own signal no longer aborts once the request has been garbage-collected.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const body = asked.body ? Buffer.from(await asked.arrayBuffer()) : undefined;
    const connecting = new AbortController();
    const options = {
      method,
      ...(signal && { signal }),
      tunnelling: connecting.signal,
      headers: { ...Object.fromEntries(headers), ...(body && { 'content-length': body.length }) },
    };
    const proxy = proxyOf(url, env);
    return new Promise<Response>((resolve, reject) => {
      const sent = begin(url, options, proxy);
      const stop = (reason: Error): void => {
        connecting.abort(reason);
        sent.destroy(reason);
      };
      const watch: Watch = (onBegin, onEnd) => watchConnection(sent, proxy !== undefined, onBegin, onEnd);
      watch(onConnecting, onConnected);
      if (connectMs !== undefined) limitConnecting(watch, connectMs, stop);
      if (signal) stopConnecting(sent, signal, stop);
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

type Watch = (onConnecting?: () => void, onConnected?: () => void) => void;

/**
 * Reports when a request begins to connect and when it is connected. A tunnel has no socket to watch until it is
 * connected.
 */
function watchConnection(
  sent: ClientRequest,
  isProxied: boolean,
  onConnecting?: () => void,
  onConnected?: () => void,
): void {
  if (isProxied) onConnecting?.();
  sent.on('socket', (socket: Socket) => {
    if (!socket.connecting) return onConnected?.();
    onConnecting?.();
    socket.once(connectedBy(socket), () => onConnected?.());
  });
}

/**
 * The event by which a socket counts as connected. TLS must be complete, because a hanging server may accept a
 * connection without ever identifying itself.
 */
const connectedBy = (socket: Socket): string => (socket instanceof TLSSocket ? 'secureConnect' : 'connect');

function limitConnecting(watch: Watch, connectMs: number, stop: (reason: Error) => void): void {
  let late: NodeJS.Timeout | undefined;
  const begin = (): void => {
    late ??= setTimeout(() => stop(new Error(`no connection within ${connectMs / 1_000} s`)), connectMs).unref();
  };
  watch(begin, () => clearTimeout(late));
}

/** Node silently destroys a request that has no socket yet, so a tunnel must be ended separately. */
function stopConnecting(sent: ClientRequest, signal: AbortSignal, stop: (reason: Error) => void): void {
  const aborted = (): void => stop(signal.reason as Error);
  signal.addEventListener('abort', aborted);
  sent.once('socket', () => signal.removeEventListener('abort', aborted));
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}

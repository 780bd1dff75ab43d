import { type ClientRequest, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions, type RequestOptions, request as overHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { wrongUsage } from '../exit-codes.js';
import type { Env } from '../profile/profile.js';

/** Lower case wins, as with curl. An empty value means none. */
const valueOf = (env: Env, name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';

/**
 * `HTTPS_PROXY` or `HTTP_PROXY`, else `ALL_PROXY`, except for hosts of `NO_PROXY`. @throws CommandFailure unless it
 * uses http or https
 */
export function proxyOf(target: URL, env: Env): URL | undefined {
  const name = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const given = valueOf(env, name) || valueOf(env, 'all_proxy');
  if (given === '' || isExempt(target, valueOf(env, 'no_proxy'))) return undefined;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy && /^https?:$/.test(proxy.protocol)) return proxy;
  throw wrongUsage(`${name.toUpperCase()} must be the address of a proxy, like http://proxy.example:3128`);
}

const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Entries are hosts, which include the hosts below them and may have a port; `*` stands for all. */
function isExempt({ hostname, port, protocol }: URL, list: string): boolean {
  const host = unbracketed(hostname);
  const targetPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, named = entry, entryPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
      const name = unbracketed(named.replace(/^\*?\./, ''));
      if (name === '' || (entryPort !== undefined && entryPort !== targetPort)) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}

const authorizationOf = ({ username, password }: URL): Readonly<Record<string, string>> => {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
};

/** Prepares a request through the proxy, without sending it. */
export function requestByProxy(proxy: URL, options: RequestOptions): ClientRequest {
  const { hostname, port, protocol } = proxy;
  const headers = { ...options.headers, ...authorizationOf(proxy) };
  const place = { ...options, headers, host: unbracketed(hostname), port: port === '' ? undefined : port };
  return protocol === 'https:' ? overHttps(place) : overHttp(place);
}

export interface TunnelOptions extends RequestOptions {
  /** Ends the tunnel as long as it is not connected. */
  readonly tunnelling: AbortSignal;
}

/** Connects through a proxy, which sees the host and nothing else (RFC 9110, 9.3.6). */
export class TunnelAgent extends HttpsAgent {
  constructor(
    private readonly proxy: URL,
    options: AgentOptions,
  ) {
    super(options);
  }

  override createConnection(
    options: RequestOptions & Partial<TunnelOptions>,
    callback: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { host, port, servername, ca, tunnelling } = options;
    const { host: proxyHost } = this.proxy;
    const place = `${host?.includes(':') ? `[${host}]` : (host ?? '')}:${port ?? 443}`;
    const asked = requestByProxy(this.proxy, {
      method: 'CONNECT',
      path: place,
      headers: { host: place },
      agent: false,
      ...(this.proxy.protocol === 'https:' && { ca }),
    });
    let opened: { destroy(): unknown } = asked;
    const end = (error: Error | null, socket: Duplex): void => {
      tunnelling?.removeEventListener('abort', stop);
      callback(error, socket);
    };
    const failed = (error: Error): void => {
      opened.destroy();
      end(error, undefined as unknown as Duplex);
    };
    const stop = (): void => failed(tunnelling?.reason as Error);
    tunnelling?.addEventListener('abort', stop);
    asked.once('error', ({ message }) => failed(new Error(`the proxy ${proxyHost} can't be reached: ${message}`)));
    asked.once('connect', ({ statusCode }, socket: Duplex) => {
      opened = socket;
      if (statusCode !== 200) return failed(new Error(`the proxy ${proxyHost} answered ${statusCode ?? 'nothing'}`));
      const secured = connect({ socket, ca, ...(servername !== undefined && { servername }) });
      opened = secured;
      secured.once('error', failed);
      secured.once('secureConnect', () => {
        secured.off('error', failed);
        end(null, secured);
      });
    });
    asked.end();
  }
}

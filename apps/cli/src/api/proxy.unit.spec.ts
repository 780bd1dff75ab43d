import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, connect, createServer as createSilent, type Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSigned } from '@halyard/testing/certificate';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { nodeFetch } from './fetch.js';
import { proxyOf } from './proxy.js';

describe('the proxy of a request', () => {
  const proxy = (target: string, env: Record<string, string>): string | undefined =>
    proxyOf(new URL(target), env)?.href;

  it.each<[string, Record<string, string>, string | undefined]>([
    ['https://a.example', {}, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://a.example', { https_proxy: 'http://p:1', HTTPS_PROXY: 'http://q:1' }, 'http://p:1/'],
    ['https://a.example', { https_proxy: '', HTTPS_PROXY: 'http://q:1' }, undefined],
    ['https://a.example', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://a.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['http://a.example', { ALL_PROXY: 'p.example:3128' }, 'http://p.example:3128/'],
    ['https://a.example', { HTTPS_PROXY: 'https://u:s@p' }, 'https://u:s@p/'],
  ])('of %s with %j is %s', (target, env, expected) => {
    expect(proxy(target, env)).toBe(expected);
  });

  it.each([
    ['https://a.example', 'a.example', true],
    ['https://A.example', 'b.example, a.EXAMPLE', true],
    ['https://api.a.example', 'a.example', true],
    ['https://api.a.example', '.a.example', true],
    ['https://api.a.example', 'b.example *.a.example', true],
    ['https://na.example', 'a.example', false],
    ['https://a.example', 'a.example:443', true],
    ['https://a.example:8443', 'a.example:443', false],
    ['https://a.example:8443', 'a.example:8443', true],
    ['https://127.0.0.1:8443', 'localhost,127.0.0.1', true],
    ['https://[::1]:8443', '[::1]:8443', true],
    ['https://[::1]:8443', '::1', true],
    ['https://a.example', '*', true],
    ['https://a.example', ' , .', false],
  ])('is none for %s where NO_PROXY is %j: %s', (target, list, isNone) => {
    expect(proxy(target, { HTTPS_PROXY: 'http://p:1', NO_PROXY: list }) === undefined).toBe(isNone);
  });

  it.each(['socks5://p:1', 'http://', 'p q'])('can’t be %s', (address) => {
    expect(() => proxy('https://a.example', { HTTPS_PROXY: address })).toThrow('HTTPS_PROXY must be the address');
  });
});

describe('a request by a proxy', () => {
  const servers: (Server | NetServer)[] = [];
  let certificate: { readonly key: string; readonly cert: string };
  beforeAll(async () => {
    const { certificate: cert, key } = await selfSigned('halyard.example');
    certificate = { key, cert };
  });
  afterEach(() => {
    for (const server of servers.splice(0)) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
    }
  });

  const listening = async (server: Server | NetServer): Promise<number> => {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const target = () =>
    listening(createSecure(certificate, ({ method, url }, response) => response.end(`${method ?? ''} ${url ?? ''}`)));

  /** A proxy that leads every host to one port of this machine, and what it was asked. */
  async function proxyTo(port: number, status = 200) {
    const asked: { method?: string | undefined; url?: string | undefined; authorization?: string | undefined }[] = [];
    const note = ({ method, url, headers }: IncomingMessage) =>
      asked.push({ method, url, authorization: headers['proxy-authorization'] });
    const server = createServer((request, response) => {
      note(request);
      response.end(`for ${request.headers.host ?? ''}`);
    });
    server.on('connect', (request: IncomingMessage, socket: Duplex) => {
      note(request);
      socket.on('error', () => undefined);
      if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const onward = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
    });
    return { asked, address: `127.0.0.1:${await listening(server)}` };
  }

  it('goes through a tunnel to https, whose certificate is that of the target, and the connection is used again', async () => {
    const { asked, address } = await proxyTo(await target());
    const fetch = nodeFetch({ env: { HTTPS_PROXY: `http://us%40er:secret@${address}` }, ca: certificate.cert });
    for (const path of ['/one', '/two']) {
      const answer = await fetch(`https://halyard.example${path}`, { method: 'POST', body: 'x' });
      expect(await answer.text()).toBe(`POST ${path}`);
    }
    const authorization = `Basic ${Buffer.from('us@er:secret').toString('base64')}`;
    expect(asked).toEqual([{ method: 'CONNECT', url: 'halyard.example:443', authorization }]);
    const untrusting = nodeFetch({ env: { HTTPS_PROXY: address } });
    await expect(untrusting('https://halyard.example/')).rejects.toThrow('certificate');
    const other = nodeFetch({ env: { HTTPS_PROXY: address }, ca: certificate.cert });
    await expect(other('https://other.example/')).rejects.toThrow("does not match certificate's altnames");
  });

  it('names the whole address to http', async () => {
    const { asked, address } = await proxyTo(0);
    const answer = await nodeFetch({ env: { HTTP_PROXY: address } })('http://halyard.example:8080/a?b');
    expect(await answer.text()).toBe('for halyard.example:8080');
    expect(asked).toEqual([{ method: 'GET', url: 'http://halyard.example:8080/a?b', authorization: undefined }]);
  });

  it('says what the proxy answered, or that it can’t be reached', async () => {
    const { address } = await proxyTo(0, 407);
    const refused = nodeFetch({ env: { HTTPS_PROXY: address } })('https://halyard.example/');
    await expect(refused).rejects.toThrow(`the proxy ${address} answered 407`);
    const nobody = nodeFetch({ env: { HTTPS_PROXY: '127.0.0.1:1' } })('https://halyard.example/');
    await expect(nobody).rejects.toThrow("the proxy 127.0.0.1:1 can't be reached: connect ECONNREFUSED");
  });

  it('ends with the command, or in time, where the proxy says nothing', async () => {
    const silent = createSilent((socket) => void socket.on('error', () => undefined).resume());
    const env = { HTTPS_PROXY: `127.0.0.1:${await listening(silent)}` };
    const late = nodeFetch({ env, connectMs: 20 })('https://halyard.example/');
    await expect(late).rejects.toThrow('no connection within 0.02 s');
    const stop = new AbortController();
    const told: string[] = [];
    const fetch = nodeFetch({ env, onConnecting: () => told.push('connecting') });
    const stopped = fetch('https://halyard.example/', { signal: stop.signal });
    await once(silent, 'connection');
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow();
    expect(told).toEqual(['connecting']);
  });
});

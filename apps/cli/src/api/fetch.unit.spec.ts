import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSilent } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { nodeFetch } from './fetch.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('fetch over Node', () => {
  let server: Server;

  beforeEach(async () => {
    server = createServer((_, response) => void response.writeHead(200).write('begun'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('ends a stream by the signal, however long it has run', async () => {
    const stop = new AbortController();
    const { port } = server.address() as AddressInfo;
    const { body } = await nodeFetch({ env: {} })(`http://127.0.0.1:${port}/`, { signal: stop.signal });
    const reader = body?.getReader();
    await reader?.read();
    for (let collected = 0; collected < 3; collected += 1) {
      await turn();
      collectGarbage();
    }
    stop.abort();
    await expect(reader?.read()).rejects.toThrow('aborted');
  });

  it('is not connected to what accepts a connection and says nothing', async () => {
    const silent = createSilent().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const told: string[] = [];
    const fetch = nodeFetch({
      env: {},
      connectMs: 20,
      onConnecting: () => told.push('connecting'),
      onConnected: () => told.push('connected'),
    });
    await expect(fetch(`https://127.0.0.1:${port}/`)).rejects.toThrow('no connection within 0.02 s');
    expect(told).toEqual(['connecting']);
    silent.close();
  });
});

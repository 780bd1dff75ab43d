import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { created } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { type GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAEAAEAAAAIAAAAA'];
const head = (line: string, ...fields: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n');
const statusesOf = (answers: string): string[] => answers.match(/HTTP\/1\.1 \d+/g) ?? [];
const all = async (socket: Socket): Promise<string> => (await socket.setEncoding('latin1').toArray()).join('');

describe('a request that asks for an upgrade', () => {
  const stage = new GatewayStage(() => ({ status: 201, body: created('customer', ID) }));
  const { services } = stage;
  const authorization = async () => `Authorization: Bearer ${await services.token()}`;

  it.each([
    ['to HTTP/2, as Java asks for it', H2C],
    ['to a WebSocket', ['Connection: keep-alive, upgrade', 'Upgrade: websocket']],
    ['without saying so of the connection', ['Upgrade: h2c']],
    ['to what nobody knows', ['Connection: Upgrade', 'Upgrade: \xff/1']],
  ])('%s is answered as without it, and ends its connection', async (_, fields) => {
    const socket = stage.gateway.connection();
    socket.write(head('GET /customers', ...fields, await authorization()) + head('GET /customers'));
    const answers = await all(socket);
    expect(statusesOf(answers)).toEqual(['HTTP/1.1 201']);
    expect(answers).toMatch(/^connection: close\r$/im);
    expect(answers).not.toMatch(/^upgrade:/im);
  });

  it('has its body read', async () => {
    const socket = stage.gateway.connection();
    const fields = [await authorization(), 'Content-Type: application/json', 'Content-Length: 9', ...H2C];
    socket.write(`${head('POST /customers', ...fields)}{"a":`);
    socket.write('"b"}');
    expect(statusesOf(await all(socket))).toEqual(['HTTP/1.1 201']);
    expect(services.calls).toMatchObject([{ body: { a: 'b' } }]);
  });

  it('is the last: neither a body whose header was dropped nor anything else behind it is taken for a request', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    services.respond = async () => {
      await released;
      return { status: 201, body: created('customer', ID) };
    };
    const socket = stage.gateway.connection();
    const token = await authorization();
    const smuggled = head('DELETE /webhook-subscriptions/' + ID, token);
    const dropped = head('POST /customers', token, `Content-Length: ${smuggled.length}`);
    socket.write(head('GET /customers', ...H2C, token) + dropped);
    const answers = all(socket);
    await services.called(1);
    socket.write(smuggled);
    // What comes on another connection after these bytes is seen after them.
    await stage.gateway.send('GET', '/nowhere');
    release();
    expect(statusesOf(await answers)).toEqual(['HTTP/1.1 201']);
    expect(services.calls).toHaveLength(1);
  });

  it('is followed by no request that hangs, however large that one is', async () => {
    const socket = stage.gateway.connection();
    socket.write(head('GET /customers', ...H2C) + head('GET /customers', `X: ${'x'.repeat(100_000)}`));
    expect(statusesOf(await all(socket))).toEqual(['HTTP/1.1 401']);
  });

  it('ends its connection also over HTTPS, and where it is sent there', () =>
    withDataDir(async (dataDir) => {
      const secure: GatewayFixture = await stage.start({ TLS: 'on', DATA_DIR: dataDir });
      const { redirectUrl, baseUrl, authorityFile = '' } = secure.addresses;
      const encrypted = { host: '127.0.0.1', port: Number(new URL(baseUrl).port), ca: await readFile(authorityFile) };
      const answers = [];
      for (const socket of [secure.connection(redirectUrl), connect(encrypted)]) {
        socket.write(head('GET /x', ...H2C) + head('GET /x'));
        answers.push(statusesOf(await all(socket)));
      }
      await secure.stop();
      expect(answers).toEqual([['HTTP/1.1 302'], ['HTTP/1.1 404']]);
    }));
});

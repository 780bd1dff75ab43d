import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { promisify } from 'node:util';
import { created } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { FakeServices } from '../../test/fakes.js';
import { GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';
import { linger } from './linger.js';
import { portOf } from './listen.js';

/** More than both ends of a connection keep for who does not read. */
const BODY_BYTES = 32 * 1024 * 1024;

type Write = (bytes: string | Buffer, done: (error?: Error | null) => void) => void;

describe('a client that reads no answer before it has sent its body', () => {
  const statusesOf = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];
  const sent = async (socket: Socket, ...parts: readonly (string | Buffer)[]): Promise<string> => {
    for (const part of parts) await promisify(socket.write.bind(socket) as Write)(part);
    return (await socket.setEncoding('latin1').toArray()).join('');
  };
  const post = (token: string, path: string, ...headers: string[]): string =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const withLength = `Content-Length: ${BODY_BYTES}`;

  it.each([
    { TLS: 'off', path: '/customers', fields: [withLength], status: 413 },
    { TLS: 'on', path: '/customers', fields: [withLength], status: 413 },
    { TLS: 'on', path: '/customers', fields: [withLength, 'Connection: close'], status: 413 },
    { TLS: 'on', path: '/customers', fields: [withLength, 'Connection: close'], token: 'none', status: 401 },
    { TLS: 'on', path: '/nowhere', fields: [withLength, 'Connection: close'], status: 404 },
  ])('reads it all the same: $path $fields over TLS $TLS', ({ TLS, path, fields, status, token }) =>
    withDataDir(async (dataDir) => {
      const gateway = await GatewayFixture.start({ TLS, DATA_DIR: dataDir });
      const { baseUrl, authorityFile } = gateway.addresses;
      const at = { host: '127.0.0.1', port: Number(new URL(baseUrl).port) };
      const socket = authorityFile ? tlsConnect({ ...at, ca: await readFile(authorityFile) }) : connect(at);
      const head = post(token ?? (await gateway.services.token()), path, ...fields);
      const answer = await sent(socket, head, Buffer.alloc(BODY_BYTES, 'x'));
      await gateway.stop();
      expect(statusesOf(answer)).toEqual([`HTTP/1.1 ${status}`]);
    }),
  );

  it('is sent elsewhere over plain HTTP', () =>
    withDataDir(async (dataDir) => {
      const gateway = await GatewayFixture.start({ TLS: 'on', DATA_DIR: dataDir });
      const { port } = new URL(gateway.addresses.redirectUrl ?? '');
      const head = post('', '/customers', withLength, 'Connection: close');
      const answer = await sent(connect(Number(port), '127.0.0.1'), head, Buffer.alloc(BODY_BYTES, 'x'));
      await gateway.stop();
      expect(statusesOf(answer)).toEqual(['HTTP/1.1 302']);
    }));

  it('is told of an end, behind which nothing is carried out any more', async () => {
    const services = new FakeServices();
    services.respond = ({ operation }) => ({ status: 201, body: created('customer', operation.id) });
    const gateway = await GatewayFixture.start({}, services);
    const token = await services.token();
    const { port } = new URL(gateway.addresses.baseUrl);
    const next = `${post(token, '/customers', 'Content-Length: 2')}{}`;
    const head = post(token, '/customers', withLength);
    const answer = await sent(connect(Number(port), '127.0.0.1'), head, Buffer.alloc(BODY_BYTES, 'x'), next);
    await gateway.stop();
    expect([statusesOf(answer), services.calls]).toEqual([['HTTP/1.1 413'], []]);
  });

  it('is waited for only so long', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      linger(request, 20);
      request.socket.once('close', () => resolve());
      response.writeHead(413, { connection: 'close' }).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const silent = connect({ host: '127.0.0.1', port: portOf(server), allowHalfOpen: true });
    silent.write(post('', '/', withLength));
    await ended;
    silent.destroy();
    server.close();
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@halyard/config';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@halyard/testing/waiting';
import { privateAuthority } from '../../../test/support/certificates.js';
import { webhooksConfig } from '../../config.js';
import { DeliveryLimits } from '../delivery-limits.js';
import { WebhookSender } from './webhook-sender.js';

/** For what ends by its time alone: on a busy machine anything else may need longer. */
const IMPATIENT: DeliveryLimits = { ...new DeliveryLimits(), attemptTimeoutMs: 500 };
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A server that does with each connection what it is told, once a request has begun to come. */
async function listen(onRequest: (socket: Socket, count: number) => void) {
  const seen = { connections: 0, requests: 0, bytes: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      seen.requests += 1;
      onRequest(socket, seen.requests);
    });
    socket.on('close', () => (seen.bytes = socket.bytesWritten));
  });
  return { url: `http://127.0.0.1:${await portOf(server)}/`, seen };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function senderWith(env: Readonly<Record<string, string>> = {}, limits = new DeliveryLimits()): WebhookSender {
  const sender = new WebhookSender(webhooksConfig({ WEBHOOK_ALLOW_LOOPBACK: 'true', ...env }), limits);
  open.unshift(() => sender.onApplicationShutdown());
  return sender;
}
const send = (url: string, sender = senderWith()) => sender.send({ url, headers: {}, body: '{}' });
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a receiver that', () => {
  it('sends 100 MB is read a little of, and its status stands', async () => {
    const { url, seen } = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 104857600\r\n\r\n');
      const more = (): void => void (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'), more));
      more();
    });
    const result = await send(url);
    expect(result).toMatchObject({ statusCode: 200, body: 'x'.repeat(4_096) });
    await until('it was cut off', () => seen.bytes > 0);
    expect(seen.bytes).toBeLessThan(20_000_000);
  });

  it('sends header fields without end is not listened to', async () => {
    const { url } = await listen((socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n`));
    expect(await send(url)).toEqual({ error: 'malformed-response' });
  });

  it.each([
    ['nothing', ''],
    ['half a status line', 'HTTP/1.1 20'],
    ['header fields alone', 'HTTP/1.1 200 OK\r\nx-a: b\r\n'],
  ])('answers %s and waits has timed out', async (_, text) => {
    const { url, seen } = await listen((socket) => void (text && socket.write(text)));
    expect(await send(url, senderWith({}, IMPATIENT))).toEqual({ error: 'timeout' });
    expect(seen.requests).toBeLessThanOrEqual(1);
  });

  it('answers its body drop by drop is taken at its status once the time is over', async () => {
    const { url } = await listen((socket) => {
      socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 1000\r\n\r\nx');
    });
    const limits = { ...IMPATIENT, attemptTimeoutMs: 3_000 };
    expect(await send(url, senderWith({}, limits))).toMatchObject({ statusCode: 503, body: 'x' });
  });

  it.each([
    ['half a status line', 'HTTP/1.1 20'],
    ['header fields', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'],
    ['half a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'],
  ])('cuts off after %s has failed, and is not asked again at once', async (_, text) => {
    const { url, seen } = await listen((socket) => socket.end(text));
    const result = await send(url);
    expect(result).toEqual({ error: expect.stringMatching(/^(?:connection-lost|malformed-response)$/) });
    expect(seen.requests).toBe(1);
  });

  it('cuts off before anything came is asked once more, and no more', async () => {
    const { url, seen } = await listen((socket) => socket.destroy());
    expect(await send(url)).toEqual({ error: 'connection-lost' });
    expect(seen.requests).toBe(2);
  });

  it.each([301, 302, 303, 307, 308])('answers %i is not followed', async (status) => {
    const elsewhere = await listen((socket) => socket.write(OK));
    const { url } = await listen((socket) =>
      socket.write(`HTTP/1.1 ${status} Go\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`),
    );
    expect(await send(url)).toMatchObject({ statusCode: status });
    expect(elsewhere.seen.connections).toBe(0);
  });

  it('answers 410 has failed, and says so', async () => {
    const { url } = await listen((socket) => socket.write('HTTP/1.1 410 Gone\r\ncontent-length: 4\r\n\r\ngone'));
    expect(await send(url)).toMatchObject({ statusCode: 410, body: 'gone' });
  });

  it('speaks something else is malformed', async () => {
    const { url } = await listen((socket) => socket.write('220 mail.example ESMTP\r\n'));
    expect(await send(url)).toEqual({ error: 'malformed-response' });
  });

  it('keeps connections open is asked on the same ones again', async () => {
    const { url, seen } = await listen((socket) => socket.write(OK));
    const sender = senderWith();
    for (let i = 0; i < 5; i += 1) expect(await send(url, sender)).toMatchObject({ statusCode: 200, body: 'ok' });
    // The next may begin before the connection is known to be free.
    expect(seen.connections).toBeLessThanOrEqual(2);
    expect(seen.requests).toBe(5);
  });
});

describe('a receiver with a certificate of a private authority', () => {
  it('is trusted where WEBHOOK_CA_FILE names the authority, and under the name of the certificate alone', async () => {
    const { authority, certificate, key } = await privateAuthority();
    const server = createTlsServer({ cert: certificate, key }, (_, response) => response.end('ok'));
    const port = await portOf(server);
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    open.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, authority);

    expect(await send(`https://localhost:${port}/`)).toEqual({ error: 'tls' });
    const trusting = senderWith({ WEBHOOK_CA_FILE: file });
    expect(await send(`https://localhost:${port}/`, trusting)).toMatchObject({ statusCode: 200, body: 'ok' });
    expect(await send(`https://127.0.0.1:${port}/`, trusting)).toEqual({ error: 'tls' });
  });

  it.each(['/nowhere/ca.pem', new URL(import.meta.url).pathname])('stops the start where %s is named', (file) => {
    expect(() => senderWith({ WEBHOOK_CA_FILE: file })).toThrow(ConfigError);
  });
});

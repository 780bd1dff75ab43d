import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerUnusable } from '@halyard/core';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { requireServers } from './required-servers.js';

describe('requireServers', () => {
  const server = createServer((socket) => socket.on('error', () => undefined));
  let port: number;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());
  const required = (kafkaBrokers: readonly string[], eventstoreUrl?: string): Promise<void> =>
    requireServers({ kafkaBrokers, ...(eventstoreUrl !== undefined && { eventstoreUrl }) }, 0);

  it('is content without servers, and with one node that listens', async () => {
    await required([]);
    await required(['127.0.0.1:1', `127.0.0.1:${port}`], `esdb://admin:secret@127.0.0.1:1,127.0.0.1:${port}?tls=false`);
    await required([], `esdb+discover://127.0.0.1:${port}/`);
  });

  it('names the setting and the addresses, and no password', async () => {
    await expect(required(['127.0.0.1:1', 'nowhere.invalid:9092'])).rejects.toEqual(
      new ServerUnusable(
        'Nobody listens at 127.0.0.1:1, nowhere.invalid:9092. Check KAFKA_BROKERS, or start that server.',
      ),
    );
    await expect(required([], 'esdb://admin:secret@nowhere.invalid,127.0.0.1:1?tls=false')).rejects.toThrow(
      'Nobody listens at nowhere.invalid:2113, 127.0.0.1:1. Check EVENTSTORE_URL, or start that server.',
    );
  });
});

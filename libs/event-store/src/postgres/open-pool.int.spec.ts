import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { openPool } from './open-pool.js';
import { isTrouble } from './trouble.js';

const LENGTH_BYTES = 4;

/** A message of the Postgres protocol: its type, its length and what it says. */
function message(type: string, says: string | Buffer): Buffer {
  const body = Buffer.from(says);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const authenticated = message('R', Buffer.alloc(LENGTH_BYTES));
const complete = message('C', 'SET\0');
const ready = message('Z', 'I');
const terminated = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

let server: Server | undefined;
afterEach(() => void server?.close());

it('a new connection that is ended right behind its first answer fails the query, not the process', async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticated, ready]));
      socket.once('data', () => socket.end(Buffer.concat([complete, ready, terminated])));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = openPool(`postgres://someone@127.0.0.1:${port}/log`, { max: 1 });
  const failure: unknown = await pool.query('SELECT 1').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(isTrouble(failure)).toBe(true);
  await pool.end();
});

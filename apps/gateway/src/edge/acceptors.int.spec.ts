import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Acceptors } from './acceptors.js';
import { canSharePorts, portOf } from './listen.js';

const CLIENTS = 128;

/** In how many turns of the event loop so many clients that connect at once are accepted. */
const turnsToAccept = async (): Promise<number> => {
  const server = createServer();
  const acceptors = new Acceptors(server);
  let accepted = 0;
  server.on('connection', () => accepted++);
  await once(server.listen({ host: '127.0.0.1', port: 0, reusePort: true }), 'listening');
  await acceptors.listen(CLIENTS);
  const clients = Array.from({ length: CLIENTS }, () => connect(portOf(server), '127.0.0.1'));
  let turns = 0;
  for (let before = 0; accepted < CLIENTS; before = accepted) {
    await nextTurn();
    if (accepted > before) turns++;
  }
  for (const client of clients) client.destroy();
  server.close();
  await acceptors.close();
  return turns;
};

const onSharedPorts = canSharePorts ? it : it.skip;

describe('acceptors', () => {
  onSharedPorts('accept several connections in one turn of the event loop', async () => {
    expect(await turnsToAccept()).toBeLessThan(CLIENTS / 2);
  });

  onSharedPorts('leave none behind: a port that is closed is free', async () => {
    const server = createServer();
    const acceptors = new Acceptors(server);
    await once(server.listen({ host: '127.0.0.1', port: 0, reusePort: true }), 'listening');
    const port = portOf(server);
    await acceptors.listen(CLIENTS);
    await Promise.all([once(server.close(), 'close'), acceptors.close()]);
    const next = createServer();
    await once(next.listen({ host: '127.0.0.1', port }), 'listening');
    await once(next.close(), 'close');
  });
});

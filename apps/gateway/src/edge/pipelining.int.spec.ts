import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { GatewayStage } from '../../test/gateway-stage.js';

const COUNT = 1_000;
const idOf = (index: number): string => `0195b3a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

describe('requests that are sent without waiting for answers', () => {
  let inFlight = 0;
  let most = 0;
  const stage = new GatewayStage(async ({ path }) => {
    most = Math.max(most, (inFlight += 1));
    await new Promise(setImmediate);
    inFlight -= 1;
    return { status: 200, body: { type: 'raw', headers: {}, body: JSON.stringify({ id: path.split('/')[2] }) } };
  });
  const get = (token: string) => (index: number) =>
    `GET /customers/${idOf(index)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const idsIn = (text: string): string[] => [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
  const received = (socket: Socket): { text: string } => {
    const all = { text: '' };
    socket.on('data', (text: string) => (all.text += text));
    return all;
  };
  const allIds = Array.from({ length: COUNT }, (_, index) => idOf(index));

  it.each([
    ['stays open', false],
    ['is closed by the client behind them', true],
  ])('are all answered, in their order and one after the other, when the connection %s', async (_, isEnded) => {
    most = 0;
    const bytes = many(COUNT, get(await stage.services.token()));
    const socket = stage.gateway.connection();
    const all = received(socket);
    if (isEnded) socket.end(bytes);
    else socket.write(bytes);
    await until('all are answered', () => idsIn(all.text).length === COUNT);
    expect(idsIn(all.text)).toEqual(allIds);
    expect(most).toBe(1);
    socket.destroy();
  });

  it('are answered also when the client has said before that no more will come', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { services, gateway } = stage;
    services.respond = async () => {
      await released;
      return { status: 200, body: { type: 'raw', headers: {}, body: '{"id":"late"}' } };
    };
    const answer = gateway.exchange(get(await services.token())(1));
    await services.called(1);
    // What comes on another connection after the end of this one is seen after it.
    expect((await gateway.send('GET', '/nowhere')).status).toBe(404);
    release();
    expect(idsIn(await answer)).toEqual(['late']);
  });

  it('are answered before what comes behind them and is none', async () => {
    const bytes = `${many(3, get(await stage.services.token()))}NONSENSE\r\n\r\n`;
    const socket = stage.gateway.connection();
    socket.write(bytes);
    const answer = (await socket.toArray()).join('');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 200, 200, 400].map((status) => `HTTP/1.1 ${status}`));
    expect(idsIn(answer)).toEqual(allIds.slice(0, 3));
  });

  it('are forgotten with their connection, and hold up no stop', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const gateway = await stage.start();
    stage.services.respond = async () => {
      await released;
      return { status: 200, body: { type: 'raw', headers: {}, body: '{}' } };
    };
    const socket = gateway.connection();
    socket.write(many(50, get(await stage.services.token())));
    await stage.services.called(1);
    socket.destroy();
    await once(socket, 'close');
    release();
    expect(await gateway.drain(10_000)).toBe(0);
    expect(stage.services.calls).toHaveLength(1);
    await gateway.stop();
  });
});

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { created } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { until } from '@halyard/testing/waiting';
import { afterEach, describe, expect, it } from '@jest/globals';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';

describe('a client that sends as many bodies as it likes, and none to its end,', () => {
  const stage = new GatewayStage(() => ({ status: 201, body: created('customer', ID) }));
  const { services } = stage;
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  const hoard = (path: string, type: string, authorization: string, count: number) => {
    const answers: string[] = [];
    const fields = ['Host: x', authorization, `Content-Type: ${type}`, 'Content-Length: 1000'];
    for (let sent = 0; sent < count; sent += 1) {
      const socket = stage.gateway.connection().once('data', (answer: string) => answers.push(answer.slice(9, 12)));
      socket.on('error', () => undefined).write(`POST ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n-`);
      sockets.push(socket);
    }
    return answers;
  };
  const bearer = async (more: object = {}) =>
    `Authorization: Bearer ${await services.token({ client_id: randomUUID(), account_id: randomUUID(), ...more })}`;
  const inFlight = (count: number, name: string) =>
    stage.gateway.untilMeasured(`halyard_gateway_requests_in_flight{class="${name}"} ${count}`);

  it.each([publicRoutes.uploadCustomerDocument, publicRoutes.uploadBeneficialOwnerDocument])(
    'gets 16 places for uploads, and keeps no other application from any: $path',
    async ({ path, method }) => {
      let begun = 0;
      services.respondBytes = async (_, { body }) => {
        begun += 1;
        for await (const chunk of body ?? []) void chunk;
        return { status: 201, body: created('document', ID) };
      };
      const address = path.replace(':id', ID);
      const type = 'multipart/form-data; boundary=x';
      const authorization = await bearer();
      const answers = hoard(address, type, authorization, 256);
      await until('all others are refused', () => answers.length === 240);
      await inFlight(16, `${method} ${path}`);
      expect([begun, new Set(answers)]).toEqual([16, new Set(['429'])]);

      const sent = { body: '--x--', headers: { 'content-type': type } };
      const mine = { ...sent.headers, authorization: authorization.replace('Authorization: ', '') };
      const refused = await stage.gateway.send(method, address, { ...sent, headers: mine, token: null });
      expect([refused.status, refused.headers['retry-after'], refused.body.message]).toEqual([
        429,
        '1',
        'One client may have 16 of these requests at a time.',
      ]);
      expect((await stage.gateway.send(method, address, sent)).status).toBe(201);

      sockets.splice(0).forEach((socket) => socket.destroy());
      await inFlight(0, `${method} ${path}`);
      expect((await stage.gateway.send(method, address, { ...sent, headers: mine, token: null })).status).toBe(201);
    },
  );

  it('gets a quarter of the places for uploads with all applications of its account, and people have theirs', async () => {
    const { path, method } = publicRoutes.uploadCustomerDocument;
    const name = `${method} ${path}`;
    services.respondBytes = async (_, { body }) => {
      for await (const chunk of body ?? []) void chunk;
      return { status: 201, body: created('document', ID) };
    };
    const address = path.replace(':id', ID);
    const type = 'multipart/form-data; boundary=x';
    const upload = async (authorization: string) => {
      const headers = { 'content-type': type, authorization: authorization.replace('Authorization: ', '') };
      return (await stage.gateway.send(method, address, { body: '--x--', headers, token: null })).status;
    };
    const partner = randomUUID();
    const tenants = [
      () => bearer({ account_id: partner }),
      // Integrations of the same account, which act for others.
      () => bearer({ client_account_id: partner }),
    ];
    const account = async (of: () => Promise<string>, count: number) => {
      const answers = await Promise.all(
        Array.from({ length: count }, async () => hoard(address, type, await of(), 16)),
      );
      return answers;
    };
    const [first = () => bearer(), second = first] = tenants;
    await account(first, 2);
    await account(second, 2);
    await inFlight(64, name);
    expect([await upload(await first()), await upload(await second())]).toEqual([429, 429]);
    expect(await upload(await bearer())).toBe(201);

    // Other accounts fill what is left for applications.
    for (let taken = 64; taken < 192; taken += 64) {
      const id = randomUUID();
      await account(() => bearer({ account_id: id }), 4);
    }
    await inFlight(192, name);
    expect(await upload(await bearer())).toBe(503);
    const sub = randomUUID();
    expect(await upload(await bearer({ sub, first_party: true }))).toBe(201);
  });

  it.each([
    ['/customers', 'application/json', () => bearer()],
    ['/token', 'application/x-www-form-urlencoded', () => Promise.resolve('X: stranger')],
  ])('gets a quarter of the places for bodies of documents: %s', async (path, type, authorization) => {
    const answers = hoard(path, type, await authorization(), 600);
    await until('all others are refused', () => answers.length === 88);
    await inFlight(512, 'body');
    expect(new Set(answers)).toEqual(new Set(['429']));
    expect((await stage.gateway.send('POST', '/customers', { body: {} })).status).toBe(201);
  });
});

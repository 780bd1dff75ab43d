import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runWith } from '../main.js';

const servers: Server[] = [];
const forwarded: string[] = [];
let folder: string;
let asked: string[] = [];
/** What the suite answers for an event whose id is none of these: 404. */
let events: Readonly<Record<string, number>> = {};
let options: readonly string[];

type Answer = [status: number, body: object];

async function serve(answer: (request: IncomingMessage) => Answer | Promise<Answer>): Promise<string> {
  const server = createServer((request, response) => {
    void Promise.resolve(answer(request)).then(([status, body]) =>
      response.writeHead(status).end(JSON.stringify(body)),
    );
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const eventOf = (id: string): object => ({
  id,
  topic: 'customer_created',
  created: '2026-03-02T15:00:00.000Z',
  resourceId: 'c',
  _links: { self: { href: 'https://x/events/e' }, resource: { href: 'https://x/customers/c' } },
});

/** A suite with some events, and a receiver. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-resend-'));
  const baseUrl = await serve(({ url = '' }) => {
    if (url === '/token') return [200, { access_token: 't', expires_in: 3_600 }];
    const id = decodeURIComponent(url.replace('/events/', ''));
    asked.push(id);
    const status = events[id] ?? 404;
    return [status, status === 200 ? eventOf(id) : { code: 'NotFound', message: 'Not found.' }];
  });
  const receiver = await serve(async (request) => {
    forwarded.push((JSON.parse(await text(request)) as { id: string }).id);
    return [200, {}];
  });
  const file = join(folder, 'demo.json');
  await writeFile(file, JSON.stringify({ baseUrl, accountId: 'a', key: 'k', secret: 's' }));
  options = ['--connection', file, '--forward-to', receiver, '--secret', 'hush'];
});
afterEach(() => {
  asked = [];
  forwarded.length = 0;
});
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await rm(folder, { recursive: true });
});

async function resend(...ids: readonly string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const code = await runWith(['node', 'halyard', 'events', 'resend', ...ids, ...options], {
    env: { HOME: folder },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    readInput: () => Promise.resolve(''),
    signal: new AbortController().signal,
  });
  return { code, printed, noted: noted.join('\n') };
}

describe('halyard events resend', () => {
  it('sends what there is, past an id that is unknown, and says which that was', async () => {
    events = { first: 200, last: 200 };
    const { code, printed, noted } = await resend('first', '../odd?id', 'last');
    expect(forwarded).toEqual(['first', 'last']);
    expect(asked).toEqual(['first', '../odd?id', 'last']);
    expect(printed).toEqual(['first  200', '../odd?id  404 NotFound: Not found.', 'last  200']);
    expect([code, noted]).toEqual([1, 'halyard: not accepted: ../odd?id']);
  });

  it('goes no further where the suite cannot answer', async () => {
    events = { first: 500, last: 200 };
    const { code, noted } = await resend('first', 'last');
    expect([asked, forwarded]).toEqual([['first'], []]);
    expect([code, noted]).toEqual([5, 'halyard: 500 NotFound: Not found.']);
  });
});

import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { runWith } from '../main.js';

let server: Server;
let folder: string;
let tokens = 0;
/** The streams that were asked for, and what is to be said on each in its turn. */
let asked: IncomingMessage[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
let stop = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-follow-'));
  server = createServer((request, response) => {
    if (request.url === '/token') {
      tokens += 1;
      response.end(JSON.stringify({ access_token: `t${tokens}`, expires_in: 3_600 }));
    } else {
      asked.push(request);
      answers[asked.length - 1]?.(response);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ baseUrl, accountId: 'a', key: 'k', secret: 's' }));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  [tokens, asked, answers, stop] = [0, [], [], new AbortController()];
});
afterEach(async () => {
  stop.abort();
  await rm(join(folder, 'cursor'), { force: true });
});

const listen = () => {
  const noted: string[] = [];
  const code = runWith(
    ['node', 'halyard', 'listen', '--connection', join(folder, 'demo.json'), '--cursor', join(folder, 'cursor')],
    {
      env: { HOME: folder },
      print: () => undefined,
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: stop.signal,
    },
  );
  return { noted, code };
};

const refuse = (response: ServerResponse): void =>
  void response.writeHead(401).end(JSON.stringify({ code: 'InvalidAccessToken', message: 'Invalid access token.' }));

describe('halyard listen', () => {
  it('goes on where a filtered stream has come to, though no event was let through', async () => {
    let end = (): void => undefined;
    answers = [
      (response) => {
        response.write('event: begin\ndata: {}\nid: 5\n\nevent: position\ndata: {}\nid: 90\n\n');
        end = () => void response.end();
      },
    ];
    const { code } = listen();
    const cursor = () => readFile(join(folder, 'cursor'), 'utf8').catch(() => '');
    await until('its cursor is there', async () => (await cursor()) === '90\n');
    end();
    await until('it asks again', () => asked.length === 2);
    expect(asked[1]?.headers['last-event-id']).toBe('90');
    stop.abort();
    expect(await code).toBe(130);
  });

  it('signs in again where its token is not taken any more', async () => {
    answers = [refuse, (response) => void response.write('event: begin\ndata: {}\nid: 5\n\n')];
    const { noted, code } = listen();
    await until('it listens', () => noted.includes('listening after event 5'));
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    stop.abort();
    expect(await code).toBe(130);
  });

  it('says how to begin anew where the next event is no longer kept', async () => {
    answers = [
      (response) => void response.writeHead(410).end(JSON.stringify({ code: 'Gone', message: 'It is gone.' })),
    ];
    const { noted, code } = listen();
    expect(await code).toBe(1);
    expect(noted.at(-1)).toBe('halyard: It is gone. With --from-now it listens from now on.');
  });

  it('says for how long it waits where there were too many requests', async () => {
    answers = [
      (response) => {
        const body = JSON.stringify({ code: 'TooManyRequests', message: 'Too many.' });
        response.writeHead(429, { 'retry-after': '2' }).end(body);
      },
    ];
    const { noted, code } = listen();
    await until('it says so', () => noted.length > 0);
    expect(noted).toEqual(['no connection: Too many. Trying again in 2 s.']);
    stop.abort();
    expect(await code).toBe(130);
  });

  it('ends where a new token is not taken either', async () => {
    answers = [refuse, refuse];
    const { noted, code } = listen();
    expect(await code).toBe(4);
    expect(noted.at(-1)).toContain('401 InvalidAccessToken');
  });
});

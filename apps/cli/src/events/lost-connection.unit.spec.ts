import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createLink, type Server as Link } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { runWith } from '../main.js';

const STEP_MS = 250;
/** Time passes as a test says for what waits alone. */
const untouched = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

let suite: Server;
/** What carries bytes to the suite and back, or swallows them. */
let network: Link;
let isDown = false;
let folder: string;
let stop = new AbortController();
/** How many events there are, and the streams that are told of them. */
let newest = 0;
let streams: ServerResponse[] = [];
/** The token requests that came, and how many of them are answered. */
let tokenRequests: ServerResponse[] = [];
let answeredTokens = Number.POSITIVE_INFINITY;
let validToken = 'Bearer t1';

const portOf = (server: Server | Link): number => (server.address() as AddressInfo).port;
const frameOf = (id: number): string => `id: ${id}\ndata: {"id":"e${id}","topic":"t","_links":{}}\n\n`;

function happen(): void {
  newest += 1;
  for (const stream of streams) stream.write(frameOf(newest));
}

function answer(path: string | undefined, after: string | undefined, authorization: string | undefined) {
  return (response: ServerResponse): void => {
    if (path === '/token') {
      const isAnswered = tokenRequests.push(response) <= answeredTokens;
      if (isAnswered) response.end(JSON.stringify({ access_token: `t${tokenRequests.length}`, expires_in: 3_600 }));
    } else if (authorization !== validToken) {
      response.writeHead(401).end(JSON.stringify({ code: 'ExpiredAccessToken', message: 'Expired.' }));
    } else {
      const first = Number(after ?? newest);
      response.write(`event: begin\ndata: {}\nid: ${first}\n\n`);
      for (let id = first + 1; id <= newest; id += 1) response.write(frameOf(id));
      streams.push(response);
    }
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-lost-'));
  suite = createServer(({ url, headers: { authorization, 'last-event-id': after } }, response) =>
    answer(url, [after].flat()[0], authorization)(response),
  ).listen(0, '127.0.0.1');
  network = createLink((near) => {
    const far = connect(portOf(suite), '127.0.0.1');
    // A connection from which bytes were swallowed never comes back.
    let isDead = false;
    const carried = (to: typeof near) => (bytes: Buffer) => {
      isDead ||= isDown;
      if (!isDead) to.write(bytes);
    };
    near.on('data', carried(far)).on('error', () => far.destroy());
    far.on('data', carried(near)).on('error', () => near.destroy());
    near.on('close', () => far.destroy());
  }).listen(0, '127.0.0.1');
  await Promise.all([once(suite, 'listening'), once(network, 'listening')]);
  const profile = { baseUrl: `http://127.0.0.1:${portOf(network)}`, accountId: 'a', key: 'k', secret: 's' };
  await writeFile(join(folder, 'demo.json'), JSON.stringify(profile));
});
afterAll(async () => {
  suite.closeAllConnections();
  suite.close();
  network.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  [isDown, newest, streams, tokenRequests, stop] = [false, 0, [], [], new AbortController()];
  [answeredTokens, validToken] = [Number.POSITIVE_INFINITY, 'Bearer t1'];
  jest.useFakeTimers({ doNotFake: untouched });
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), ms);
    return late.signal;
  });
});
afterEach(async () => {
  stop.abort();
  jest.restoreAllMocks();
  jest.useRealTimers();
  await rm(join(folder, 'cursor'), { force: true });
});

const listen = (...args: readonly string[]) => {
  const printed: string[] = [];
  const noted: string[] = [];
  const files = ['--connection', join(folder, 'demo.json'), '--cursor', join(folder, 'cursor')];
  let hasEnded = false;
  const code = runWith(['node', 'halyard', 'listen', '--json', ...files, ...args], {
    env: { HOME: folder },
    print: (line) => printed.push(line),
    note: (line) => noted.push(line),
    readInput: () => Promise.resolve(''),
    signal: stop.signal,
  }).finally(() => (hasEnded = true));
  const positions = (): string[] => printed.map((line) => (JSON.parse(line) as { position: string }).position);
  return { noted, code, positions, hasEnded: () => hasEnded };
};

/** @returns the seconds that pass until then */
async function secondsUntil(what: string, holds: () => boolean): Promise<number> {
  let ms = 0;
  await until(what, async () => {
    if (holds()) return true;
    ms += STEP_MS;
    await jest.advanceTimersByTimeAsync(STEP_MS);
    return false;
  });
  return ms / 1_000;
}

describe('halyard listen without network', () => {
  it('says so within 30 seconds, and misses nothing of a minute', async () => {
    const { noted, positions, code } = listen();
    await until('it listens', () => noted.includes('listening after event 0'));
    happen();
    await until('the first came', () => positions().length === 1);
    isDown = true;
    happen();
    expect(await secondsUntil('it says so', () => noted.length > 1)).toBeLessThan(30);
    expect(noted[1]).toBe('no connection: nothing came for 25 seconds');
    await jest.advanceTimersByTimeAsync(35_000);
    happen();
    isDown = false;
    await secondsUntil('it is connected again', () => noted.length > 2);
    happen();
    await until('the last came', () => positions().length === 4);
    expect([positions(), noted[2]]).toEqual([['1', '2', '3', '4'], 'connected again']);
    stop.abort();
    expect(await code).toBe(130);
  });

  it('ends with 5 after the time that it was given', async () => {
    const { noted, code, hasEnded } = listen('--timeout', '2m');
    await until('it listens', () => noted.includes('listening after event 0'));
    isDown = true;
    const seconds = await secondsUntil('it ends', hasEnded);
    expect([await code, noted.at(-1)]).toEqual([5, expect.stringContaining(`"code":"NotReachable"`)]);
    expect(seconds).toBeGreaterThan(120);
    expect(seconds).toBeLessThan(150);
  });

  it('misses nothing over an expired token, and goes on past a request for one that is never answered', async () => {
    const { noted, positions, code } = listen();
    await until('it listens', () => noted.includes('listening after event 0'));
    [answeredTokens, validToken] = [1, 'Bearer t3'];
    happen();
    streams.splice(0).forEach((stream) => stream.end());
    happen();
    await secondsUntil('it asks for a token', () => tokenRequests.length === 2);
    answeredTokens = 3;
    expect(await secondsUntil('it says so', () => noted.length > 1)).toBeLessThan(30);
    await secondsUntil('it is connected again', () => noted.includes('connected again'));
    await until('both came', () => positions().length === 2);
    expect(positions()).toEqual(['1', '2']);
    stop.abort();
    expect(await code).toBe(130);
  });

  it('leaves nothing open that would keep it from ending', async () => {
    const { noted, code, hasEnded } = listen('--timeout', '10s');
    await until('it listens', () => noted.includes('listening after event 0'));
    [answeredTokens, validToken] = [1, 'Bearer t2'];
    streams.splice(0).forEach((stream) => stream.end());
    await secondsUntil('it asks for a token', () => tokenRequests.length === 2);
    await secondsUntil('it ends', hasEnded);
    expect(await code).toBe(5);
    await until('its requests are given up', () => tokenRequests.slice(1).every(({ destroyed }) => destroyed));
  });
});

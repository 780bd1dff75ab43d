import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runWith } from '../main.js';

let server: Server;
let origin: string;
let home: string;
/** The status that the receiver answers. */
let answered = 200;
/** The log of requests as it is told to whoever listens. */
let log: ServerResponse | undefined;
let logStatus = 200;
const signatures: unknown[] = [];
/** What came to the targets of a topic. */
const received: unknown[] = [];

/** How positions went on after a restore. */
let restarted: { from: number; to: number; at: string } | undefined;

const NEWEST = 12;
const ID = '0195b3a0-0000-7000-8000-0000000000e1';
/** Events before this one are no longer kept. */
const OLDEST = 3;
const timeOf = (position: number): string => `2026-03-02T15:${String(position).padStart(2, '0')}:00.000Z`;
const idOf = (position: number): string => `0195b3a0-0000-7000-8000-${String(position).padStart(12, '0')}`;
const bodyOf = (position: number, id = `e${position}`): string =>
  JSON.stringify({
    id,
    topic: 'customer_created',
    created: timeOf(position),
    resourceId: 'c',
    _links: { self: { href: 'https://x/events/e' }, resource: { href: 'https://x/customers/c' } },
  });

/** A page of the list of events, the newest first. */
function pageOf({ searchParams }: URL): string {
  const [anchor, offset, limit] = ['anchor', 'offset', 'limit'].map((name) => Number(searchParams.get(name)));
  const newest = (anchor ?? 0) - (offset ?? 0);
  const positions = Array.from({ length: limit ?? 0 }, (_, at) => newest - at).filter((at) => at >= OLDEST);
  const events = positions.map((position) => JSON.parse(bodyOf(position, idOf(position))) as object);
  return JSON.stringify({ _embedded: { events }, _links: {}, total: NEWEST - OLDEST + 1, restarted });
}

/** A suite whose account has some events, and one more whenever a stream begins at the newest; and a receiver. */
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/token') return response.end(JSON.stringify({ access_token: 't', expires_in: 3_600 }));
    if (request.url === '/hook') {
      signatures.push(request.headers['x-request-signature-sha-256']);
      return response.writeHead(answered).end();
    }
    const [, topic] = /^\/of\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (topic !== undefined) {
      received.push([topic, request.headers['x-team']]);
      return response.writeHead(200).end();
    }
    if (request.url?.startsWith('/requests/stream')) {
      log = response.writeHead(logStatus);
      return logStatus === 200 ? response.write('event: begin\ndata: {}\nid: 0\n\n') : response.end('{}');
    }
    if (request.url?.startsWith('/webhooks/')) return response.end(JSON.stringify({ eventId: ID }));
    const asked = new URL(request.url ?? '', origin);
    if (asked.pathname === '/events') return response.end(pageOf(asked));
    const [, numbered] = /-(\d+)$/.exec(asked.pathname) ?? [];
    if (asked.pathname !== '/events/stream') return response.end(bodyOf(Number(numbered ?? NEWEST)));
    const after = Number(request.headers['last-event-id'] ?? NEWEST);
    if (restarted && after > restarted.from && after < restarted.to - 1) {
      const fault = { code: 'Invalid', message: 'It is lost.', path: '/headers/Last-Event-ID' };
      response.writeHead(400);
      return response.end(JSON.stringify({ code: 'ValidationError', _embedded: { errors: [fault] } }));
    }
    const usual = after < NEWEST ? after + 1 : NEWEST + 1;
    const next = restarted && after >= restarted.from ? restarted.to : usual;
    return response.write(`event: begin\ndata: {}\nid: ${after}\n\nid: ${next}\ndata: ${bodyOf(next)}\n\n`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await mkdtemp(join(tmpdir(), 'halyard listen '));
  await writeFile(join(home, 'demo.json'), JSON.stringify({ baseUrl: origin, accountId: 'a', key: 'k', secret: 's' }));
});
afterEach(async () => {
  restarted = undefined;
  answered = 200;
  logStatus = 200;
  signatures.length = 0;
  received.length = 0;
  await rm(join(home, 'halyard'), { recursive: true, force: true });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(home, { recursive: true });
});

async function halyard(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stop = new AbortController(),
  onNote: (line: string) => void = () => undefined,
  print: (line: string) => void = () => undefined,
) {
  const noted: string[] = [];
  const code = await runWith(['node', 'halyard', '--connection', join(home, 'demo.json'), ...args], {
    env: { HOME: home, XDG_STATE_HOME: home, ...env },
    print,
    note: (line) => {
      noted.push(line);
      onNote(line);
    },
    readInput: () => Promise.resolve(''),
    signal: stop.signal,
  });
  return { code, noted };
}
const listenTo = (...args: readonly string[]) => halyard(['listen', '--count', '1', ...args]);
const forwarding = (...args: readonly string[]) => listenTo('--forward-to', `${origin}/hook`, ...args);
const stored = (what: string) => readFile(join(home, 'halyard', `a.${what}`), 'utf8');

describe('the secret of halyard listen', () => {
  it('is made once, readable by its user alone, and signs whatever is forwarded later', async () => {
    const first = await forwarding('--from-now');
    const secret = (await stored('secret')).trim();
    expect(first.noted[0]).toContain(`signing with the secret ${secret}`);
    expect((await stat(join(home, 'halyard', 'a.secret'))).mode & 0o777).toBe(0o600);
    await forwarding('--from-now');
    await halyard(['events', 'resend', 'e12', '--forward-to', `${origin}/hook`]);
    expect(new Set(signatures.slice(0, 2)).size).toBe(1);
    expect([signatures.length, (await stored('secret')).trim()]).toEqual([3, secret]);
  });

  it('is the same for two that start at once, and nothing else is left', async () => {
    const [one, other] = await Promise.all([forwarding('--from-now'), forwarding('--from-now')]);
    const secrets = [one, other].map(({ noted }) => /secret (\S+)/.exec(noted[0] ?? '')?.[1]);
    expect(new Set(secrets)).toEqual(new Set([(await stored('secret')).trim()]));
    expect((await readdir(join(home, 'halyard'))).sort()).toEqual(['a.cursor', 'a.resends', 'a.secret']);
  });

  it('is a given one from then on, and that of the environment only while it is there', async () => {
    await forwarding('--from-now', '--secret', 'hush');
    expect(await stored('secret')).toBe('hush\n');
    const args = ['listen', '--from-now', '--count', '1', '--forward-to', `${origin}/hook`];
    const { noted } = await halyard(args, { HALYARD_WEBHOOK_SECRET: 'of the environment' });
    expect([noted.join('\n').includes('of the environment'), await stored('secret')]).toEqual([false, 'hush\n']);
    expect(signatures[0]).not.toBe(signatures[1]);
    await forwarding('--from-now');
    expect(signatures[2]).toBe(signatures[0]);
  });

  it('keeps each character of a given one', async () => {
    await forwarding('--from-now', '--secret', ' hush\n');
    await forwarding('--from-now');
    expect(signatures[1]).toBe(signatures[0]);
  });

  it('is not taken from an empty file', async () => {
    await forwarding('--from-now');
    await writeFile(join(home, 'halyard', 'a.secret'), '');
    expect(await forwarding()).toMatchObject({ code: 1, noted: [expect.stringContaining('holds no secret')] });
  });
});

describe('the place where halyard listen begins', () => {
  it('says how far behind it is, and only where it is', async () => {
    const cursor = join(home, 'behind');
    await writeFile(cursor, '5\n');
    expect((await listenTo('--cursor', cursor)).noted).toEqual([
      'listening after event 5; 7 have happened since then (--from-now skips them)',
    ]);
    await writeFile(cursor, '11\n');
    expect((await listenTo('--cursor', cursor, '--topic', 'customer_created')).noted).toEqual([
      'listening after event 11; 1 has happened since then, of all topics (--from-now skips them)',
    ]);
    await writeFile(cursor, `${NEWEST}\n`);
    expect((await listenTo('--cursor', cursor)).noted).toEqual([`listening after event ${NEWEST}`]);
  });

  it('is now, wherever a former run ended; with --resume it is there', async () => {
    await forwarding();
    expect((await listenTo()).noted).toEqual([`listening after event ${NEWEST}`]);
    await writeFile(join(home, 'halyard', 'a.cursor'), '5\n');
    expect((await listenTo()).noted).toEqual([
      `listening after event ${NEWEST}; 7 have happened since a former run ended (--resume gets them)`,
    ]);
    await writeFile(join(home, 'halyard', 'a.cursor'), '5\n');
    expect((await listenTo('--resume')).noted).toEqual([
      'listening after event 5; 7 have happened since then (--from-now skips them)',
    ]);
    expect(await stored('cursor')).toBe('6\n');
  });

  it.each([
    ['a time', timeOf(7), 6],
    ['a time between two events', timeOf(7).replace('00.000', '30.000'), 7],
    ['a day before all of them', '2026-01-01', OLDEST - 1],
    ['a time after all of them', '2027-01-01T00:00:00+01:00', NEWEST],
    ['an event', idOf(8), 8],
    ['the first event', idOf(OLDEST), OLDEST],
  ])('is where %s is, with --since', async (_, since, after) => {
    const { code, noted } = await listenTo('--since', since);
    expect([code, noted[0]?.replace(/;.*/, '')]).toEqual([0, `listening after event ${after}`]);
  });

  it.each([
    ['--since', 'yesterday'],
    ['--since', '2026-13-01'],
    ['--since', '2026-01-01T12:00'],
    ['--since', '2026-01-01', '--resume'],
    ['--since', '2026-01-01', '--from-now'],
    ['--resume', '--from-now'],
  ])('is wrong usage for %s %s %s', async (...options) => {
    expect((await listenTo(...options.filter((each) => typeof each === 'string'))).code).toBe(2);
  });

  it('is now with --from-now, wherever its cursor is', async () => {
    const cursor = join(home, 'skipped');
    await writeFile(cursor, '5\n');
    expect((await listenTo('--cursor', cursor, '--from-now')).noted).toEqual([`listening after event ${NEWEST}`]);
    expect(await readFile(cursor, 'utf8')).toBe(`${NEWEST + 1}\n`);
  });
});

describe('halyard listen after a restore', () => {
  const at = '2026-03-02T15:00:00.000Z';
  const told = `data was restored from a backup at ${at}: after event ${NEWEST}, events go on at 1000000`;

  it.each([String(NEWEST), '700'])('says how events go on, and tells those since then: after %s', async (place) => {
    restarted = { from: NEWEST, to: 1_000_000, at };
    const cursor = join(home, 'restored');
    await writeFile(cursor, `${place}\n`);
    const { code, noted } = await listenTo('--cursor', cursor);
    expect([code, noted.at(-1), await readFile(cursor, 'utf8')]).toEqual([0, told, '1000000\n']);
  });

  it('says nothing where its place is after it', async () => {
    restarted = { from: NEWEST, to: 1_000_000, at };
    const cursor = join(home, 'restored');
    await writeFile(cursor, '999999\n');
    expect((await listenTo('--cursor', cursor)).noted).toEqual(['listening after event 999999']);
  });

  it('goes on with the events of halyard events tail, and says so', async () => {
    restarted = { from: NEWEST, to: 1_000_000, at };
    const { code, noted } = await halyard(['events', 'tail', '--after', '700', '--count', '1']);
    expect([code, noted]).toEqual([0, ['It is lost.']]);
  });
});

describe('the lines of halyard listen', () => {
  const printedBy = async (...args: readonly string[]): Promise<string[]> => {
    const lines: string[] = [];
    await halyard(['listen', '--count', '1', ...args], {}, undefined, undefined, (line) => lines.push(line));
    return lines;
  };

  it('have the status that the target answered', async () => {
    answered = 202;
    const [line = ''] = await printedBy('--forward-to', `${origin}/hook`);
    expect(line.endsWith('  e13  202')).toBe(true);
    const [json = ''] = await printedBy('--json', '--forward-to', `${origin}/hook`);
    expect(JSON.parse(json)).toMatchObject({ position: '13', forwarded: true, status: 202 });
  });

  it('have that of each target, where there are several', async () => {
    const targets = ['--forward-to', `${origin}/of/all`, '--forward-to', `${origin}/hook`];
    answered = 202;
    expect((await printedBy(...targets))[0]).toContain(`  200 ${origin}/of/all  202 ${origin}/hook`);
    answered = 500;
    expect(JSON.parse((await printedBy('--json', ...targets))[0] ?? '')).toMatchObject({
      ...{ forwarded: false, status: 500 },
      deliveries: [
        { url: `${origin}/of/all`, forwarded: true, status: 200 },
        { url: `${origin}/hook`, forwarded: false, status: 500 },
      ],
    });
  });

  it('have none where nothing is forwarded', async () => {
    expect((await printedBy())[0]?.endsWith('  e13')).toBe(true);
    expect(JSON.parse((await printedBy('--json'))[0] ?? '')).not.toHaveProperty('status');
  });
});

it('fails when it ends with events that were refused, and names a command that sends them again', async () => {
  answered = 500;
  const { code, noted } = await forwarding('--from-now');
  const advice = `halyard events resend e13 --forward-to ${origin}/hook --connection '${join(home, 'demo.json')}'`;
  expect([code, noted.slice(-2)]).toEqual([
    1,
    [`  not accepted (500): ${advice}`, 'halyard: 1 of 1 events were not accepted'],
  ]);
  answered = 200;
  expect((await halyard(['events', 'resend', 'e13', '--forward-to', `${origin}/hook`])).code).toBe(0);
});

it('advises npx to those who use it', async () => {
  answered = 500;
  const args = ['listen', '--count', '1', '--from-now', '--forward-to', `${origin}/hook`];
  const { noted } = await halyard(args, { npm_command: 'exec' });
  expect(noted.join('\n')).toContain('npx --no halyard events resend e13');
});

describe('the targets of halyard listen', () => {
  it('are several, by topic, with header fields of their own', async () => {
    const to = ['--forward-to', `customer_created=${origin}/of/customer_created`];
    const { code } = await halyard(
      ['listen', '--from-now', '--count', '1', ...to, '--forward-to', `${origin}/of/all`].concat(
        ...[
          ['--forward-to', `transfer_failed=${origin}/of/transfer_failed`],
          ['--header', 'X-Team: payments'],
        ],
      ),
    );
    expect([code, received]).toEqual([
      0,
      [
        ['customer_created', 'payments'],
        ['all', 'payments'],
      ],
    ]);
  });

  it('are waited for while they are away, and get what they missed', async () => {
    const away = createServer();
    away.listen(0, '127.0.0.1');
    await once(away, 'listening');
    const { port } = away.address() as AddressInfo;
    await new Promise((resolve) => away.close(resolve));
    const cursor = join(home, 'away');
    await writeFile(cursor, '5\n');
    const back = createServer((_, response) => response.writeHead(200).end());
    const args = ['listen', '--cursor', cursor, '--count', '1', '--forward-to', `http://127.0.0.1:${port}/`];
    const { code, noted } = await halyard(args, {}, undefined, (line) => {
      if (line.includes('is away')) back.listen(port, '127.0.0.1');
    });
    back.closeAllConnections();
    back.close();
    expect([code, noted.filter((line) => line.includes('is away')).length]).toEqual([0, 1]);
    expect(await readFile(cursor, 'utf8')).toBe('6\n');
  });

  it('get an event again that another terminal asks for', async () => {
    const stop = new AbortController();
    const { promise: listens, resolve } = Promise.withResolvers<void>();
    const args = ['listen', '--from-now', '--forward-to', `${origin}/of/all`];
    const listening = halyard(args, {}, stop, (line) => line.startsWith('listening') && resolve());
    await listens;
    await until('the first came', () => received.length === 1);
    expect((await halyard(['events', 'resend', ID])).code).toBe(0);
    await until('it came again', () => received.length === 2);
    stop.abort();
    expect((await listening).code).toBe(130);
    const { code, noted } = await halyard(['events', 'resend', ID, '--timeout', '100ms']);
    expect([code, noted.join()]).toEqual([1, expect.stringContaining('no halyard listen runs here')]);
    expect(await readdir(join(home, 'halyard', 'a.resends'))).toEqual([]);
  });
});

it('forwards again what is sent again through the API, and goes on where it is not told of that', async () => {
  const stop = new AbortController();
  const listening = halyard(['listen', '--from-now', '--forward-to', `${origin}/of/all`], {}, stop);
  await until('the first came', () => received.length === 1);
  log?.write('event: request\nid: 1\ndata: {"path":"/webhooks/w1/retries"}\n\n');
  await until('it came again', () => received.length === 2);
  stop.abort();
  expect((await listening).code).toBe(130);
  logStatus = 404;
  const { code, noted } = await halyard(['listen', '--from-now', '--count', '1', '--forward-to', `${origin}/of/all`]);
  expect([code, noted.join()]).toEqual([0, expect.stringContaining('what the console sends again is not heard: 404')]);
});

it('ends with 5 rather than idle without a connection', async () => {
  const file = join(home, 'gone.json');
  await writeFile(file, JSON.stringify({ baseUrl: 'http://127.0.0.1:1', accountId: 'a', key: 'k', secret: 's' }));
  const { code, noted } = await halyard(['listen', '--from-now', '--timeout', '300ms', '--connection', file]);
  expect([code, noted.at(-1)]).toEqual([5, "halyard: http://127.0.0.1:1 can't be reached within 0.3 s"]);
  expect(noted[0]).toContain('no connection: ');
});

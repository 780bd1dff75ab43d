// Runs: embedded
import { mkdtemp, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { runWith } from '@halyard/cli';
import { triggerTopics } from '@halyard/cli/trigger';
import type { HalBody } from '@halyard/suite/client';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fundedHolder, hrefOf, idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const SECRET = 'open sesame';

const fieldsOf = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

interface Forwarded {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A command line that runs, and what it has said. */
interface Running {
  readonly printed: string[];
  readonly noted: string[];
  readonly ended: Promise<number>;
  stop(): Promise<number>;
}

describe('the command line', () => {
  let shared: SharedSuite;
  let folder: string;
  let server: Server;
  let url: string;
  let statusCode = 200;
  const forwarded: Forwarded[] = [];

  beforeAll(async () => {
    shared = await SharedSuite.join('command line');
    folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(shared.client.connection));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        forwarded.push({ headers: request.headers, body });
        response.writeHead(statusCode).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  const start = (...args: readonly string[]): Running => {
    const stop = new AbortController();
    const [printed, noted]: [string[], string[]] = [[], []];
    const ended = runWith(['node', 'halyard', '--connection', join(folder, 'demo.json'), ...args], {
      env: { HOME: folder, XDG_STATE_HOME: folder, HALYARD_WEBHOOK_SECRET: SECRET },
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: stop.signal,
    });
    const end = (): Promise<number> => {
      stop.abort();
      return ended;
    };
    return { printed, noted, ended, stop: end };
  };
  const customers: string[] = [];
  const newCustomer = async (): Promise<string> => {
    const id = idOf(await shared.client.create('/customers', personalCustomer()));
    customers.push(id);
    return id;
  };
  const forwardedIds = (topic = 'customer_created'): string[] =>
    forwarded
      .map(({ body }) => JSON.parse(body) as { readonly resourceId: string; readonly topic: string })
      .flatMap((event) => (event.topic === topic ? [event.resourceId] : []));

  it('listens, forwards signed what happens, and goes on where it ended', async () => {
    const listen = ['listen', '--forward-to', url, '--topic', 'customer_created'];
    const first = start(...listen);
    await until('it listens', () => first.noted.some((line) => line.startsWith('listening')));
    await newCustomer();
    await newCustomer();
    await until('they came', () => forwarded.length >= 2);
    expect(await first.stop()).toBe(130);

    const [missed] = [await newCustomer(), await newCustomer()];
    const second = start(...listen, '--resume', '--json', '--count', '3');
    await newCustomer();
    expect([await second.ended, new Set(forwardedIds())]).toEqual([0, new Set(customers)]);
    // What one resource tells is in order; what several tell is as it came.
    const printed = second.printed.map(
      (line) => (JSON.parse(line) as { event: { resourceId: string } }).event.resourceId,
    );
    expect(printed.sort()).toEqual(customers.slice(2));
    expect(missed).toBe(customers[2]);
    for (const { headers, body } of forwarded) {
      const signature = createHmac('sha256', SECRET).update(body).digest('hex');
      expect([headers['x-request-signature-sha-256'], headers['x-service-topic']]).toEqual([
        signature,
        'customer_created',
      ]);
    }
  });

  it('begins with what happens from now on, or with what happened since a time or an event', async () => {
    const customer = await newCustomer();
    await newCustomer();
    let event = { id: '', created: '' };
    await until('it is an event', async () => {
      const { body } = await shared.client.get(`/events?resourceId=${customer}&topic=customer_created`);
      const [found] = (body._embedded?.['events'] ?? []) as (typeof event)[];
      event = found ?? event;
      return found !== undefined;
    });
    const firstOf = async (...options: readonly string[]): Promise<string> => {
      const listening = start('listen', '--json', '--topic', 'customer_created', '--count', '1', ...options);
      expect([await listening.ended, listening.printed.length]).toEqual([0, 1]);
      return (JSON.parse(listening.printed[0] ?? '') as { event: { resourceId: string } }).event.resourceId;
    };
    expect(await firstOf('--since', event.created)).toBe(customer);
    expect(await firstOf('--since', event.id)).toBe(customers.at(-1));

    const live = start('listen', '--json', '--topic', 'customer_created', '--count', '1', '--forward-to', url);
    await until('it listens', () => live.noted.some((line) => line.startsWith('listening')));
    const next = await newCustomer();
    expect(await live.ended).toBe(0);
    expect(JSON.parse(live.printed[0] ?? '')).toMatchObject({
      event: { resourceId: next },
      forwarded: true,
      status: 200,
    });
  });

  it('prints requests for curl that work in a shell, with the token that it prints', async () => {
    const { token, requests } = {
      token: start('token'),
      requests: start('api', 'GET', '/customers?limit=1', '--dry-run'),
    };
    expect([await token.ended, token.noted, token.printed.length]).toEqual([0, [], 1]);
    expect(token.printed[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const dry = start(
      'customers',
      'create',
      '--dry-run',
      ...fieldsOf({ firstName: 'Ada', lastName: 'Byron', email: 'curl@example.com' }),
    );
    await Promise.all([requests.ended, dry.ended]);
    const env = { PATH: process.env['PATH'], HALYARD_TOKEN: token.printed[0] };
    const byShell = (command: string) =>
      spawnSync('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`], { encoding: 'utf8', env });
    expect([byShell(requests.printed.join('\n')).stdout, byShell(dry.printed.join('\n')).stdout]).toEqual([
      '200',
      '201',
    ]);
  });

  it('goes on after what was not taken, says how to have it again, and sends it again', async () => {
    const cursor = join(folder, 'other.cursor');
    const listening = start('listen', '--forward-to', url, '--topic', 'customer_verified', '--cursor', cursor);
    await until('it listens', () => listening.noted.some((line) => line.startsWith('listening')));
    statusCode = 500;
    const refused = await newCustomer();
    await until('it is told', () => listening.noted.some((line) => line.includes('not accepted (500)')));
    statusCode = 200;
    const taken = await newCustomer();
    await until('the next one is taken', () => forwardedIds('customer_verified').includes(taken));
    await listening.stop();
    const [, id = ''] = /halyard events resend (\S+)/.exec(listening.noted.join('\n')) ?? [];
    forwarded.length = 0;
    const again = start('events', 'resend', id, '--forward-to', url);
    expect([await again.ended, again.noted]).toEqual([0, []]);
    expect(forwardedIds('customer_verified')).toEqual([refused]);
    statusCode = 500;
    expect(await start('events', 'resend', id, '--forward-to', url).ended).toBe(1);
    statusCode = 200;
  });

  it('prints the statement of a balance as the API has it, as JSON and as CSV', async () => {
    const { client } = shared;
    const { balance } = await fundedHolder(client, '25.00');
    const { body: source } = await client.get(balance);
    const json = start('statement', 'get', idOf(balance), '--json');
    expect([await json.ended, json.noted]).toEqual([0, []]);
    const statement = JSON.parse(json.printed.join('\n')) as HalBody;
    expect(statement).toMatchObject({
      source: { href: balance, 'resource-type': 'funding-source' },
      opening: { revision: 0 },
      closing: { revision: 1, balance: { value: '25.00' } },
      postings: [{ revision: 1, amount: { value: '25.00' } }],
      _links: { self: { href: expect.stringContaining(`${hrefOf(source, 'statement')}?from=`) }, account: {} },
    });
    const csv = start('statement', 'get', idOf(balance), '--csv');
    expect(await csv.ended).toBe(0);
    const rows = csv.printed.join('\n').split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^opening,0,/);
    expect(rows[2]).toMatch(/^posting,1,.*,25\.00,25\.00,USD,/);

    const text = start('statement', 'get', idOf(balance));
    expect([await text.ended, text.printed.join('\n')]).toEqual([
      0,
      expect.stringMatching(/ opening balance 0\.00 USD\n.* amount [^]* 25\.00 USD .*\n.* closing balance 25\.00 USD$/),
    ]);

    const refused = start('statement', 'get', idOf(balance), '--to', '2100-01-01T00:00:00Z');
    expect([await refused.ended, refused.noted.join()]).toEqual([3, expect.stringContaining('/query/to')]);
  });

  it.each(triggerTopics)('causes %s, and says which event it is', async (topic) => {
    const triggered = start('trigger', topic, '--json');
    expect([await triggered.ended, triggered.noted]).toEqual([0, []]);
    const { resource, event } = JSON.parse(triggered.printed[0] ?? '') as Readonly<Record<string, string>>;
    const { body } = await shared.client.get(event ?? '');
    expect([body['topic'], body['resourceId']]).toEqual([topic, idOf(resource ?? '')]);
  });

  it('causes an event of an existing customer, with the fields that are set', async () => {
    const { client } = shared;
    const customer = await client.create('/customers', personalCustomer());
    const options = ['--customer', customer, '--amount', '12.50', '--set', 'metadata.order=7', '--json'];
    const triggered = start('trigger', 'customer_bank_transfer_created', ...options);
    expect([await triggered.ended, triggered.noted]).toEqual([0, []]);
    const { resource = '', event = '' } = JSON.parse(triggered.printed[0] ?? '') as Readonly<Record<string, string>>;
    expect((await client.get(resource)).body).toMatchObject({ amount: { value: '12.50' }, metadata: { order: '7' } });
    expect(hrefOf((await client.get(event)).body, 'customer')).toBe(customer);
    const returned = start('simulate', '--transfer', idOf(resource), '--return', 'R03', '--json');
    expect([await returned.ended, returned.noted]).toEqual([0, []]);
    expect((await client.get(resource)).body.status).toBe('failed');
  });

  it('says what the suite refuses', async () => {
    const refused = start('events', 'tail', '--topic', 'nothing');
    expect([await refused.ended, refused.noted.join('')]).toEqual([3, expect.stringContaining('/query/topic')]);
  });
});

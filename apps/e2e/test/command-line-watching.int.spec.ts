// Runs: embedded
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fundedHolder, idOf, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

interface Logged {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
}

describe('the command line and what happens in a suite', () => {
  let shared: SharedSuite;
  let folder: string;
  let receiver: Server;
  beforeAll(async () => {
    shared = await SharedSuite.join('command line watching');
    folder = await mkdtemp(join(tmpdir(), 'halyard-cli-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(shared.client.connection));
    receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  const start = (...args: readonly string[]) => {
    const stop = new AbortController();
    const [printed, noted]: [string[], string[]] = [[], []];
    const ended = runWith(['node', 'halyard', ...args], {
      env: { HOME: folder, DATA_DIR: folder },
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: stop.signal,
    });
    return { printed, noted, ended, stop };
  };
  const halyard = async (...args: readonly string[]) => {
    const { printed, noted, ended } = start(...args);
    const code = await ended;
    return { code, printed, noted: noted.join('\n') };
  };
  const linesOf = (printed: readonly string[]) => printed.map((line) => JSON.parse(line) as Logged);

  it('tails the requests that are asked for, as the API has them, and no others', async () => {
    const tail = start('requests', 'tail', '--status', '4xx', '--method', 'POST', '--count', '1', '--json');
    // A stream begins when it is there: what is refused before is not told, and one of these is after it.
    const refused: string[] = [];
    await until('one is told', async () => {
      await shared.client.create('/customers', personalCustomer());
      const answer = await shared.client.post('/customers', { firstName: '' });
      refused.push(String(answer.headers['x-request-id']));
      return tail.printed.length > 0;
    });
    expect([await tail.ended, tail.noted]).toEqual([0, []]);
    const [told] = linesOf(tail.printed);
    expect(refused).toContain(told?.id);
    expect(told).toMatchObject({ status: 400, method: 'POST', path: '/customers', durationMs: expect.any(Number) });
    const listed = await halyard('requests', 'list', '--status', '400', '--all', '--json');
    expect(linesOf(listed.printed)).toContainEqual(told);
    expect((await halyard('requests', 'list', '--method', 'BREW')).code).toBe(2);
    expect(await halyard('requests', 'list', '--limit', '1')).toMatchObject({
      code: 0,
      noted: '1, and there are more; --all prints all of them',
    });
    const { printed } = await halyard('requests', 'get', told?.id ?? '', '--json');
    expect(linesOf(printed)[0]).toMatchObject({ id: told?.id, response: { body: { code: 'ValidationError' } } });
  });

  it('says how a request is sent again: with its key, without token and without what was replaced', async () => {
    const answer = await shared.client.post('/customers', personalCustomer(), { idempotencyKey: 'again 1' });
    const id = String(answer.headers['x-request-id']);
    let command = '';
    await until('it is recorded', async () => {
      const { code, printed } = await halyard('requests', 'get', id, '--curl');
      command = printed.join('\n');
      return code === 0;
    });
    const { baseUrl } = shared.client.connection;
    expect(command).toContain(`curl -X POST ${baseUrl}/customers \\\n`);
    expect(command).toContain('-H "Authorization: Bearer $HALYARD_TOKEN"');
    expect(command).toContain("-H 'Idempotency-Key: again 1'");
    expect(command).toContain('"ssn":"[ssn]"');
    expect((await halyard('requests', 'get', 'https://x/requests/..')).code).toBe(2);
    expect((await halyard('requests', 'get', '00000000-0000-4000-8000-000000000000')).code).toBe(3);
  });

  it('prints the attempts of a webhook', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const subscription = await shared.client.create('/webhook-subscriptions', { url, secret: 'open sesame please' });
    await shared.client.create('/customers', personalCustomer());
    const webhooks = `${subscription}/webhooks`;
    let id = '';
    await until('it is delivered', async () => {
      const { body } = await shared.client.get(webhooks);
      const found = (body._embedded?.['webhooks'] ?? []) as { readonly id: string; readonly state: string }[];
      id = found.find(({ state }) => state === 'delivered')?.id ?? '';
      return id !== '';
    });
    const { code, printed } = await halyard('webhooks', 'attempts', id, '--json');
    expect([code, printed.length]).toEqual([0, 1]);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ request: { url }, response: { statusCode: 204 } });
    const text = await halyard('webhooks', 'attempts', id);
    expect(text.printed[0]).toMatch(new RegExp(`^at \\S+, said 204, durationMs \\d+\\S*, url ${url}`));
  });

  it('waits for a state, and follows a payment until then', async () => {
    const { resource } = JSON.parse(
      (await halyard('trigger', 'customer_bank_transfer_created', '--json')).printed[0] ?? '',
    ) as { readonly resource: string };
    const id = idOf(resource);
    const late = await halyard('wait', id, '--until', 'status=processed', '--timeout', '300ms');
    expect(late).toEqual({ code: 1, printed: [], noted: 'halyard: after 0.3 s status is pending' });
    const story = start('transfers', 'timeline', id, '--follow', '--json');
    await until('it is told', () => story.printed.length > 0);
    const waiting = start(
      'wait',
      id,
      '--until',
      'status=failed',
      '--until',
      'status=processed',
      '--json',
      '--timeout',
      '2m',
    );
    expect((await halyard('simulate')).code).toBe(0);
    expect(await waiting.ended).toBe(0);
    expect(JSON.parse(waiting.printed[0] ?? '')).toMatchObject({ id, status: 'processed' });
    const states = () =>
      story.printed.map((line) => JSON.parse(line) as { readonly id: string; readonly kind: string });
    await until('the bank is told of', () => states().some(({ kind }) => kind === 'bank'));
    story.stop.abort();
    expect(await story.ended).toBe(130);
    expect(new Set(states().map((entry) => entry.id)).size).toBe(story.printed.length);
    expect((await halyard('wait', id)).code).toBe(2);
    expect((await halyard('wait', '00000000-0000-4000-8000-000000000000', '--until', 'status=x')).code).toBe(3);
  });

  it('completes ids, and the fields of forms with their values', async () => {
    const customer = idOf(await shared.client.create('/customers', personalCustomer()));
    const completed = async (line: string) => (await halyard('complete', '--', line)).printed;
    expect(await completed('halyard customers get ')).toContain(customer);
    expect(await completed('halyard transfers list --customer ')).toContain(customer);
    expect(await completed('halyard customers create --set first')).toEqual(['firstName=']);
    expect(await completed(`halyard customers edit ${customer} --set em`)).toEqual(['email=']);
    expect(await completed(`halyard funding-sources create --customer ${customer} --set bankAccountType=c`)).toContain(
      'bankAccountType=checking',
    );
    expect(await completed('halyard customers get 00000000-0000-4000-8000-000000000000 ')).toEqual([]);
  });

  it('opens anything that has an id', async () => {
    const { client } = shared;
    const { baseUrl } = client.connection;
    const { balance } = await fundedHolder(client, '25.00');
    const [event] = ((await client.get('/events')).body._embedded?.['events'] ?? []) as { readonly id: string }[];
    for (const path of [`/funding-sources/${idOf(balance)}`, `/events/${event?.id ?? ''}`]) {
      const { printed } = await halyard('open', idOf(path), '--print');
      expect(printed).toEqual([`${baseUrl}/console${path}`]);
    }
    expect((await halyard('open', 'customers', '--print')).printed).toEqual([`${baseUrl}/console/customers`]);
  });
});

// Runs: embedded
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@halyard/local-servers/free-port';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pythonEnvironment } from '../src/python-environment.js';
import { bankAccount, embedded, personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const root = join(import.meta.dirname, '..', '..', '..');
const python = pythonEnvironment(join(root, 'examples', 'marketplace-python', 'requirements.txt'));

/** By the program that runs them; undefined for one that this machine lacks. */
const examples = new Map<string, string | undefined>([
  ['marketplace/server.ts', process.execPath],
  ['marketplace-published-client/server.mjs', process.execPath],
  ['marketplace-python/server.py', 'missing' in python ? undefined : join(python.programs, 'python')],
]);
if ('missing' in python) it.skip(`Python runs no example: ${python.missing}`, () => undefined);
const runnable = [...examples].flatMap(([file, program]) => (program === undefined ? [] : [[file, program] as const]));

describe.each(runnable)('examples/%s', (file, interpreter) => {
  let shared: SharedSuite;
  let program: ChildProcess;
  let address: string;

  const call = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${address}${path}`, sent);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const created = async (path: string, body: unknown): Promise<string> => {
    const answer = await call(path, body);
    expect(answer).toMatchObject({ status: 200 });
    return String(answer.body['id']);
  };
  const onboarded = async () => {
    const { type: _, ...person } = personalCustomer();
    const seller = await created('/sellers', person);
    return { seller, bank: await created(`/sellers/${seller}/banks`, bankAccount()) };
  };
  const statusOf = async (payout: string) => (await call(`/payouts/${payout}`)).body['status'];
  const statusOfRaw = async (path: string): Promise<number | undefined> => {
    const sent = request(address, { method: 'POST', path }).end(JSON.stringify(bankAccount()));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const ownBalance = async (): Promise<string> => {
    const { accountId } = shared.client.connection;
    const { body } = await shared.client.get(`/accounts/${accountId}/funding-sources`);
    const source = embedded(body, 'funding-sources').find(({ type }) => type === 'balance');
    const { body: balance } = await shared.client.get(`${source?._links?.['self']?.href}/balance`);
    return (balance['balance'] as { readonly value: string }).value;
  };
  const subscriptions = async () => (await shared.client.get('/webhook-subscriptions')).body.total;

  beforeAll(async () => {
    shared = await SharedSuite.join(file);
    const { baseUrl, key, secret, caFile = '' } = shared.client.connection;
    const port = String(await freePort());
    address = `http://127.0.0.1:${port}`;
    const trusted = { NODE_EXTRA_CA_CERTS: caFile, REQUESTS_CA_BUNDLE: caFile };
    program = spawn(interpreter, [join(root, 'examples', file)], {
      env: { API: baseUrl, KEY: key, SECRET: secret, PORT: port, ...trusted },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = program.stdout ? once(program.stdout, 'data') : Promise.reject(new Error('it has no output'));
    const ended = once(program, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}`)));
    await Promise.race([said, ended]);
    ended.catch(() => undefined);
  });

  afterAll(async () => {
    program.kill('SIGKILL');
    await shared.leave();
  });

  it('pays a seller, takes its fee, and hears of it by a signed webhook', async () => {
    const before = await ownBalance();
    const order = { order: 'order-1', ...(await onboarded()), amount: '100.00' };
    const payout = await created('/payouts', order);
    expect(await statusOf(payout)).toBe('pending');
    expect(await created('/payouts', order)).toBe(payout);

    await shared.client.post('/sandbox-simulations', {});
    await waitFor('the webhook', async () => (await statusOf(payout)) === 'processed');

    const { body: payment } = await shared.client.get(`/payments/${payout}`);
    expect(payment).toMatchObject({
      status: 'processed',
      _embedded: {
        transfers: [{ amount: { value: '100.00' } }, { status: 'processed', amount: { value: '97.50' } }],
        fees: [{ status: 'processed', amount: { value: '2.50' } }],
      },
    });
    const [, toBank] = embedded(payment, 'transfers');
    expect(toBank?._links?.['destination']?.href).toContain(order.bank);
    expect([before, await ownBalance()]).toEqual(['5000.00', '4902.50']);
  });

  it('says that a payout has failed when the bank returns it', async () => {
    const { seller, bank } = await onboarded();
    await shared.client.post(`/funding-sources/${bank}`, { name: 'R03' });
    const payout = await created('/payouts', { order: 'order-2', seller, bank, amount: '10.00' });
    await shared.client.post('/sandbox-simulations', {});
    await waitFor('the webhook', async () => (await statusOf(payout)) === 'failed');
  });

  it('refuses a forged webhook, and says what is wrong with what it is sent', async () => {
    const forged = { id: 'e1', topic: 'customer_bank_transfer_completed', resourceId: randomUUID() };
    expect((await call('/webhooks', forged)).status).toBe(401);
    expect((await call('/payouts/none')).status).toBe(404);
    // Not normalised by the client that sends it: a bank of the account's own would be the outcome.
    expect(await statusOfRaw('/sellers/../banks')).toBe(404);
    expect(await call('/sellers', { firstName: 'Ada' })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ path: '/lastName' })]) as unknown },
    });
  });

  it('removes its subscription when it is stopped', async () => {
    expect(await subscriptions()).toBe(1);
    program.kill('SIGINT');
    await once(program, 'exit');
    expect([program.exitCode, await subscriptions()]).toEqual([0, 0]);
  });
});

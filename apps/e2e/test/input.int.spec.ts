// Runs: embedded
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Holder } from './support/journeys.js';
import {
  availableOf,
  bankAccount,
  embedded,
  fundedHolder,
  newHolder,
  personalCustomer,
  transferOf,
  usd,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const JSON_TYPE = { accept: 'application/vnd.service.v1.hal+json', 'content-type': 'application/json' };

/** `<code> <path> <message>` of each fault. */
const faultsOf = ({ body }: HalAnswer): string[] =>
  embedded(body, 'errors').map(({ code, path, message }) => `${code} ${String(path)} ${String(message)}`);

describe('what clients send', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let payer: Holder;
  let receiver: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('input');
    client = shared.client;
    [payer, receiver] = [await fundedHolder(client, '100.00'), await newHolder(client)];
  });
  afterAll(() => shared.leave());

  /** Sends a body whose text matters. */
  const send = async (path: string, body: string): Promise<HalAnswer> =>
    client.raw('POST', path, { ...JSON_TYPE, authorization: `Bearer ${await client.accessToken()}` }, body);
  const order = (amount: string, fees = '[]'): string =>
    JSON.stringify({ ...transferOf(payer.balance, receiver.balance, '0'), amount: 'AMOUNT', fees: 'FEES' })
      .replace('"AMOUNT"', `{"currency":"USD","value":${amount}}`)
      .replace('"FEES"', fees);
  const fee = (amount: string): string =>
    `{"_links":{"charge-to":{"href":"${receiver.customer}"}},"amount":{"currency":"USD","value":${amount}}}`;

  it.each([
    '1.1499999999999999999',
    '1.15000000000000000001',
    '1.005',
    '1e400',
    '1e-400',
    '9007199254740993',
    '-1',
    '0',
  ])('moves nothing for an amount of %s', async (amount) => {
    const before = await availableOf(client, receiver.balance);
    const refused = await send('/transfers', order(amount));
    expect([refused.status, faultsOf(refused)]).toEqual([
      400,
      [expect.stringMatching(/^InvalidFormat \/amount\/value /)],
    ]);
    expect(await availableOf(client, receiver.balance)).toBe(before);
  });

  it.each([
    ['1.1', '1.10'],
    ['1.150', '1.15'],
    ['115e-2', '1.15'],
  ])('moves for an amount of %s exactly %s', async (amount, moved) => {
    const { status, headers } = await send('/transfers', order(amount));
    expect(status).toBe(201);
    const { body } = await client.get(String(headers['location']));
    expect(body['amount']).toEqual(usd(moved));
  });

  it('reads the numbers of fees and micro-deposits from their text too', async () => {
    const ofFee = await send('/transfers', order('1', `[${fee('0.1')},${fee('0.1499999999999999999')}]`));
    expect(faultsOf(ofFee)).toEqual([expect.stringMatching(/^InvalidFormat \/fees\/1\/amount\/value /)]);
    const bank = await client.create(`${receiver.customer}/funding-sources`, bankAccount());
    await client.create(`${bank}/micro-deposits`, {});
    const deposits = `{"amount1":{"value":0.0300000000000000001,"currency":"USD"},"amount2":${JSON.stringify(usd('0.07'))}}`;
    expect(faultsOf(await send(`${bank}/micro-deposits`, deposits))).toEqual([
      expect.stringMatching(/^InvalidFormat \/amount1\/value /),
    ]);
  });

  it('finds, compares and counts letters however they are composed', async () => {
    const name = `Zoë${Date.now()}`;
    const customer = personalCustomer({ firstName: name.normalize('NFD'), lastName: 'ệ'.repeat(50).normalize('NFD') });
    const location = await client.create('/customers', customer);
    expect((await client.get(location)).body).toMatchObject({ firstName: customer.firstName });
    for (const form of ['NFC', 'NFD']) {
      const { body } = await client.get(`/customers?search=${encodeURIComponent(name.normalize(form))}`);
      expect(body['total']).toBe(1);
    }
  });

  it('takes a date of birth that is a date-time', async () => {
    const body = personalCustomer({ dateOfBirth: '1970-01-01T00:00:00' });
    expect((await client.get(await client.create('/customers', body))).body['status']).toBe('verified');
  });

  it.each<[string, object, string]>([
    ['customer', {}, 'Required  Nothing to change: the body has none of status, '],
    ['customer', { phone: null, fone: '5555550100' }, 'Required  Nothing to change'],
    ['bank', { note: 'Savings' }, 'Required  Nothing to change: the body has none of name, removed'],
    [
      'bank',
      { routingNumber: '22222222' },
      'InvalidFormat /routingNumber Routing number invalid. Allowed: nine digits.',
    ],
    [
      'bank',
      { routingNumber: '222222227' },
      'Invalid /routingNumber Routing number invalid. Allowed: the number of a US',
    ],
  ])('refuses for a %s the change %j where it is wrong', async (what, body, fault) => {
    const { customer, bank } = receiver;
    expect(faultsOf(await send(what === 'bank' ? bank : customer, JSON.stringify(body)))).toEqual([
      expect.stringMatching(new RegExp(`^${fault.replaceAll('.', '\\.')}`)),
    ]);
  });

  it('says why a webhook subscription is refused', async () => {
    const body = { url: 'http://10.0.0.1/', secret: 'secret', topics: ['customer_created'] };
    expect(faultsOf(await send('/webhook-subscriptions', JSON.stringify(body)))).toEqual([
      expect.stringContaining('the setting WEBHOOK_ALLOWED_NETWORKS opens networks'),
    ]);
    const topics = { ...body, url: 'https://a:b@example.com/', topics: ['customer_created', 'tea_ready'] };
    expect(faultsOf(await send('/webhook-subscriptions', JSON.stringify(topics)))).toEqual([
      expect.stringContaining('without blanks, user and password'),
      expect.stringContaining('/topics/1 Topics invalid. Not allowed: tea_ready.'),
    ]);
  });
});

import { type SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HalClient } from '@halyard/suite/client';
import { Client } from 'pg';
import {
  embedded,
  fundedHolder,
  idOf,
  newHolder,
  personalCustomer,
  transferOf,
  verifiedBank,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

const ACCOUNT_NUMBER = '70919233847162';
const SSN = '518294637';
const WEBHOOK_SECRET = 'whsec-3f9c1a7be2d84';
const FIRST_NAME = 'Wilhelmina-Xanthe';
const METADATA = 'note-to-self-8831';

/** As it is, from behind, in hexadecimal, and in base64 wherever it begins. */
const formsOf = (needle: string): string[] => [
  needle,
  [...needle].reverse().join(''),
  Buffer.from(needle).toString('hex'),
  ...[0, 1, 2].map((offset) =>
    Buffer.from(needle)
      .subarray(offset)
      .toString('base64')
      .replace(/.{1,4}$/, ''),
  ),
];

describe('secrets and personal data', () => {
  let shared: SharedSuite;
  let suite: SuiteProcess;
  let client: HalClient;
  let customer: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('secrets');
    ({ suite, client } = shared);
    const subscriber = await Subscriber.listen(WEBHOOK_SECRET);
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: WEBHOOK_SECRET });
    customer = await client.create('/customers', personalCustomer({ firstName: FIRST_NAME, ssn: SSN }), {
      idempotencyKey: 'k1',
    });
    await verifiedBank(client, customer, ACCOUNT_NUMBER);
    await client.post(`${customer}/funding-sources`, { routingNumber: '1', accountNumber: ACCOUNT_NUMBER, name: '' });
    const [sender, receiver] = [await fundedHolder(client, '10.00'), await newHolder(client)];
    await client.create('/transfers', {
      ...transferOf(sender.balance, receiver.balance, '1.00'),
      metadata: { note: METADATA },
    });
    await until('a delivery', async () =>
      embedded((await client.get('/events')).body, 'events').length > 0 && subscriber.deliveries.length > 10
        ? true
        : undefined,
    );
    await subscriber.close();
  }, 90_000);

  afterAll(() => shared.leave());

  /** Every value of every table as text, bytes included as they are. */
  const dump = async (): Promise<{ table: string; text: string }[]> => {
    const database = new Client({ connectionString: await suite.postgresUrl() });
    await database.connect();
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of tables) {
      const { rows } = await database.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
      const text = rows
        .flatMap((row) => Object.values(row))
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
        .join('\n');
      texts.push({ table: name, text });
    }
    await database.query('ANALYZE');
    const { rows: statistics } = await database.query('SELECT * FROM pg_stats');
    texts.push({ table: 'pg_stats', text: JSON.stringify(statistics) });
    await database.end();
    return texts;
  };

  const found = async (needle: string): Promise<string[]> => {
    const forms = formsOf(needle);
    const holds = (text: string): boolean => forms.some((form) => text.includes(form));
    const places = (await dump()).filter(({ text }) => holds(text)).map(({ table }) => table);
    return holds(await suite.log()) ? [...places, 'log'] : places;
  };

  it.each([
    ['account number', () => ACCOUNT_NUMBER],
    ['SSN', () => SSN],
    ['webhook secret', () => WEBHOOK_SECRET],
    ['access token', () => client.accessToken()],
  ])('no %s stands anywhere in the database or the log', async (_, secret) => {
    expect(await found(await secret())).toEqual([]);
  });

  it("an application's secret stands nowhere but on the first start's screen", async () => {
    const secrets = [shared.operator, client].map(({ connection }) => connection.secret);
    expect((await dump()).filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    expect(await suite.log()).not.toContain(client.connection.secret);
  });

  it("a name stands in the owner's current table only", async () => {
    expect((await found(FIRST_NAME)).filter((place) => place !== 'pg_stats')).toEqual(['customers.customers']);
  });

  it("a caller's metadata stands in the owner's current table only", async () => {
    expect(await found(METADATA)).toEqual(['transfers.transfers']);
  });

  it('a name stands nowhere once its person was erased', async () => {
    await client.post('/sandbox-simulations');
    const { operator } = shared;
    const path = `/operations/customers/${idOf(customer)}/erasures`;
    const erasure = await operator.create(path, { reason: 'asked for' });
    await until('the person is erased', async () =>
      (await operator.get(erasure)).body['status'] === 'done' ? true : undefined,
    );
    expect((await client.get(customer)).body).toMatchObject({ firstName: '', status: 'deactivated' });
    const { body } = await client.get(`${customer}/funding-sources`);
    for (const source of embedded(body, 'funding-sources').filter(({ type }) => type === 'bank')) {
      expect(source).toMatchObject({ name: '', removed: true });
    }
    expect(await found(FIRST_NAME)).toEqual([]);
  });
});

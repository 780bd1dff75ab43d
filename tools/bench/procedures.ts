import { setTimeout as delay } from 'node:timers/promises';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf } from '@halyard/suite/example-requests';
import { randomInt, randomUUID } from 'node:crypto';
import { commandLineProcedures } from './command-line/command-line-procedures.ts';
import { concurrently } from './concurrently.ts';
import { consoleProcedures } from './console/console-procedures.ts';
import { customersPage } from './customers/customers-page.ts';
import { documents, documentsAtOnce } from './customers/documents.ts';
import { hostileDocuments } from './customers/hostile-documents.ts';
import { linkingPageVisits } from './linking-page.ts';
import { requestsPage } from './look-ups/requests-page.ts';
import { searchPage } from './look-ups/search-page.ts';
import { identityProcedures } from './identity/identity-procedures.ts';
import { fundingSourceIn } from './parties.ts';
import { readModelDelay } from './read-model-delay.ts';
import { line, type Procedure, type ProcedureStage, type WatchedWork } from './procedure.ts';
import { simulate } from './simulate.ts';
import { eventsPage } from './webhooks/events-page.ts';
import { timelinePage } from './webhooks/timeline-page.ts';
import { webhookProcedures } from './webhooks/webhook-procedures.ts';

const CALLERS = 64;
/** One simulation handles this many transfers. */
const PENDING = 500;
const ROUNDS = 5;
const LOOK_MS = 100;
const TURNED_AWAY_MS = 1_000;

async function bankOf({ client }: ProcedureStage): Promise<string> {
  const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
  return fundingSourceIn(body, 'bank');
}

const bankNamed = (name: string): object => ({
  routingNumber: '222222226',
  accountNumber: String(randomInt(100_000_000, 999_999_999)),
  bankAccountType: 'checking',
  name,
});

async function simulateAll(client: HalClient): Promise<void> {
  const total = await simulate(client);
  if (total !== PENDING) throw new Error(`${total} were handled, and not ${PENDING}`);
}

/** Pays; a refused request is repeated unchanged. */
async function payOnce(client: HalClient, body: object): Promise<void> {
  const idempotencyKey = randomUUID();
  for (;;) {
    const answer = await client.post('/transfers', body, { idempotencyKey });
    if (answer.status === 201) return;
    if (answer.status !== 503) throw new Error(JSON.stringify(answer.body));
    await delay(TURNED_AWAY_MS);
  }
}

const pay = (client: HalClient, count: number, source: string, destination: (n: number) => string) =>
  concurrently(CALLERS, count, (n) => payOnce(client, transferOf(source, destination(n), '0.10')));

/** Measures one simulation of as many pending transfers as it handles. */
const simulation: Procedure = async (stage) => {
  const { client, parties, watch } = stage;
  const bank = await bankOf(stage);
  while ((await simulate(client)) > 0);
  const rounds: WatchedWork[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pay(client, PENDING, bank, () => parties.hot);
    rounds.push(await watch(() => simulateAll(client)));
  }
  const sorted = rounds.map(({ ms }) => ms.toFixed(0)).toSorted((a, b) => Number(a) - Number(b));
  const last = rounds.at(-1)?.linesOf(PENDING) ?? [];
  return [line(`POST /sandbox-simulations over ${PENDING} pending`, `${sorted.join(', ')} ms`), ...last];
};

/**
 * A simulation in which each transfer is returned by a bank of its own, whose owner is told before the call is
 * answered.
 */
const returns: Procedure = async (stage) => {
  const { client, parties, watch } = stage;
  const banks = await concurrently(CALLERS, PENDING, async () => {
    const { firstName, lastName, email } = personalCustomer();
    const customer = await client.create('/customers', { firstName, lastName, email, type: 'receive-only' });
    return client.create(`${customer}/funding-sources`, bankNamed('R03'));
  });
  await pay(client, PENDING, await bankOf(stage), () => parties.hot);
  while ((await simulate(client)) > 0);
  await pay(client, PENDING, parties.hot, (n) => banks[n] ?? '');
  const { ms, linesOf } = await watch(() => simulateAll(client));
  return [line(`the same, ${PENDING} banks removed by it`, `${ms.toFixed(0)} ms`), ...linesOf(PENDING)];
};

/** Transfers from one holder's bank to another's, with both simulations. */
const bankToBank: Procedure = async (stage) => {
  const { client, watch } = stage;
  const bank = await bankOf(stage);
  const receivers = await concurrently(CALLERS, CALLERS, async () => {
    const customer = await client.create('/customers', personalCustomer());
    return client.create(`${customer}/funding-sources`, bankNamed('Checking'));
  });
  while ((await simulate(client)) > 0);
  const paid = ROUNDS * PENDING;
  const { ms, linesOf } = await watch(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pay(client, PENDING, bank, (n) => receivers[n % receivers.length] ?? '');
      for (const _ of ['to the balance', 'to the bank']) await simulateAll(client);
    }
  });
  const rate = `${((paid * 1_000) / ms).toFixed(0)} payments/s`;
  return [line('bank to bank, both simulations included', rate), ...linesOf(paid)];
};

/** Rebuilds all read models of transfers at once, from the first event. */
const rebuild: Procedure = async ({ client, watch }) => {
  const models = async (): Promise<readonly HalBody[]> => {
    const { body } = await client.get('/operations/transfers/read-models');
    return (body._embedded?.['read-models'] ?? []).filter(({ name }) => names.includes(String(name)));
  };
  const before = await models();
  let events = 0;
  const { ms, linesOf } = await watch(async () => {
    for (const model of before) {
      const { status, body } = await client.post(model._links?.['rebuild']?.href ?? '', {});
      if (status !== 202) throw new Error(JSON.stringify(body));
    }
    for (let lag = await lagOf(models); lag > 0; lag = await lagOf(models)) {
      events = Math.max(events, lag);
      await delay(LOOK_MS);
    }
  });
  const rate = `${(ms / 1_000).toFixed(1)} s for ${events} events, ${((events * 1_000) / ms).toFixed(0)}/s`;
  return [line("rebuild of all transfers' read models", rate), ...linesOf(events)];
};

/** The largest lag of the read models. */
const lagOf = async (models: () => Promise<readonly HalBody[]>): Promise<number> =>
  Math.max(...(await models()).map(({ lag }) => Number(lag)));

/** The read models that follow the streams. */
const names = ['transfers', 'ledger', 'unfinished-payments', 'statistics'];

/** The page in which a bank is linked, inside a partner's page, in a browser that has cached neither. */
const linkingPage: Procedure = async ({ client }) => {
  const visits = await linkingPageVisits(client);
  const told = (what: string, ms: readonly number[]): string => {
    const sorted = ms.toSorted((left, right) => left - right);
    const [middle, last] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((one = 0) => one.toFixed(0));
    return line(what, `${middle} ms in the middle, ${last} ms at most, of ${ms.length}`);
  };
  return [
    told(
      'linking page, first contentful paint',
      visits.map(({ paintMs }) => paintMs),
    ),
    told(
      'the same, until a bank can be chosen',
      visits.map(({ readyMs }) => readyMs),
    ),
  ];
};

/** Procedures by their name for `--only`. */
export const procedures: Readonly<Record<string, Procedure>> = {
  simulation,
  returns,
  'bank-to-bank': bankToBank,
  rebuild,
  'read-model-delay': readModelDelay,
  'linking-page': linkingPage,
  'customers-page': customersPage,
  documents,
  'documents-at-once': documentsAtOnce,
  'documents-hostile': hostileDocuments,
  ...consoleProcedures,
  ...webhookProcedures,
  ...identityProcedures,
  ...commandLineProcedures,
  'events-page': eventsPage,
  'timeline-page': timelinePage,
  'search-page': searchPage,
  'requests-page': requestsPage,
};

import type { HalClient } from '@halyard/suite/client';
import { bankAccount, personalCustomer, transferOf } from '@halyard/e2e/journeys';
import { bankFileProcedures } from './bank-files/bank-file-procedures.ts';
import { clockProcedures } from './clock/clock-procedures.ts';
import { commandLineProcedures } from './command-line/command-line-procedures.ts';
import { concurrently } from './concurrently.ts';
import { consoleProcedures } from './console/console-procedures.ts';
import { documentProcedures } from './customers/documents.ts';
import { identityProcedures } from './identity/identity-procedures.ts';
import { pageProcedures } from './pages.ts';
import { bankOf, simulate, simulateAll } from './parties.ts';
import { line, type Procedure, rounds } from './procedure.ts';
import { readModelDelay } from './read-model-delay.ts';
import { rebuild } from './rebuild.ts';
import { rateOf } from './times.ts';
import { webhookProcedures } from './webhooks/webhook-procedures.ts';

const CALLERS = 64;
/** One simulation handles this many transfers. */
const PENDING = 500;
const ROUNDS = 5;

async function simulatePending(client: HalClient): Promise<void> {
  const total = await simulate(client);
  if (total !== PENDING) throw new Error(`${total} were handled, and not ${PENDING}`);
}

const pay = (client: HalClient, count: number, source: string, destination: (n: number) => string) =>
  concurrently(CALLERS, count, (n) => client.create('/transfers', transferOf(source, destination(n), '0.10')));

/** Measures one simulation of as many pending transfers as it handles. */
const simulation: Procedure = async (stage) => {
  const { client, parties, watch } = stage;
  const bank = await bankOf(client);
  await simulateAll(client);
  return rounds(ROUNDS, `POST /sandbox-simulations over ${PENDING} pending`, PENDING, async () => {
    await pay(client, PENDING, bank, () => parties.hot);
    return watch(() => simulatePending(client));
  });
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
    return client.create(`${customer}/funding-sources`, bankAccount(undefined, 'R03'));
  });
  await pay(client, PENDING, await bankOf(client), () => parties.hot);
  await simulateAll(client);
  await pay(client, PENDING, parties.hot, (n) => banks[n] ?? '');
  const { ms, linesOf } = await watch(() => simulatePending(client));
  return [line(`the same, ${PENDING} banks removed by it`, `${ms.toFixed(0)} ms`), ...linesOf(PENDING)];
};

/** Transfers from one holder's bank to another's, with both simulations. */
const bankToBank: Procedure = async (stage) => {
  const { client, watch } = stage;
  const bank = await bankOf(client);
  const receivers = await concurrently(CALLERS, CALLERS, async () => {
    const customer = await client.create('/customers', personalCustomer());
    return client.create(`${customer}/funding-sources`, bankAccount());
  });
  await simulateAll(client);
  const paid = ROUNDS * PENDING;
  const { ms, linesOf } = await watch(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await pay(client, PENDING, bank, (n) => receivers[n % receivers.length] ?? '');
      for (const _ of ['to the balance', 'to the bank']) await simulatePending(client);
    }
  });
  return [line('bank to bank, both simulations included', `${rateOf(paid, ms)} payments`), ...linesOf(paid)];
};

/** Procedures by their name for `--only`. */
export const procedures: Readonly<Record<string, Procedure>> = {
  simulation,
  returns,
  'bank-to-bank': bankToBank,
  rebuild,
  'read-model-delay': readModelDelay,
  ...documentProcedures,
  ...consoleProcedures,
  ...webhookProcedures,
  ...identityProcedures,
  ...commandLineProcedures,
  ...pageProcedures,
  ...clockProcedures,
  ...bankFileProcedures,
};

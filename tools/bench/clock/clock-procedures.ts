import { balanceOf, personalCustomer, transferOf, verifiedBank } from '@halyard/e2e/journeys';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { concurrently } from '../concurrently.ts';
import { line, type Procedure } from '../procedure.ts';
import { rows } from '../rows.ts';
import { latencyText, timeOf, Times } from '../times.ts';
import { Receivers } from '../webhooks/receivers.ts';
import { openPayers, subscribe } from '../webhooks/subscribers.ts';

const CALLERS = 64;
const DEBITS = 10_000;
/** Enough for every debit to settle, and for every return to come. */
const PERIOD = 'P60D';
const ADVANCES = 20;
const TRANSFERS = 300;
const WARM_UP = 20;

/** An account of its own, whose clock stands, with a customer's bank that sends to the customer's balance. */
async function openFrozen(operator: HalClient, name: string) {
  const client = await openSandboxAccount(operator, name);
  await done(client.post('/sandbox-clock', { mode: 'frozen' }));
  const customer = await client.create('/customers', personalCustomer());
  const bank = await verifiedBank(client, customer);
  return { client, bank, balance: await balanceOf(client, customer) };
}

/** @throws Error unless the request succeeded */
export async function done(asked: Promise<{ readonly status: number; readonly body: HalBody }>): Promise<HalBody> {
  const { status, body } = await asked;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Advances the account's clock, and waits until that has ended. */
export async function advance(client: HalClient, how: object): Promise<HalBody> {
  const location = await client.create('/sandbox-clock/advances?wait=30', how);
  for (;;) {
    const body = await done(client.get(`${new URL(location).pathname}?wait=30`));
    if (body['held']) throw new Error(JSON.stringify(body));
    if (body['status'] !== 'advancing') return body;
  }
}

/** Advances a clock over 60 days while many debits wait for their bank, each with one leg at a bank. */
const advanceWithDebits: Procedure = async ({ client: operator, watch }) => {
  const { client, bank, balance } = await openFrozen(operator, 'Bench: debits');
  await concurrently(CALLERS, DEBITS, () => client.create('/transfers', transferOf(bank, balance, '0.10')));
  await done(client.get('/sandbox-quiet?wait=30'));
  let told: HalBody = {};
  const { ms, linesOf } = await watch(async () => {
    told = await advance(client, { by: PERIOD });
  });
  const { moments, did } = told;
  return [
    line(`60 days with ${DEBITS} debits open`, `${(ms / 1_000).toFixed(1)} s, ${JSON.stringify({ moments, did })}`),
    ...linesOf(DEBITS),
  ];
};

/** Advances a clock over 60 days in which nothing is due. */
const advanceWithNothing: Procedure = async ({ client: operator }) => {
  const { client } = await openFrozen(operator, 'Bench: nothing due');
  await advance(client, { by: PERIOD });
  const times = new Times();
  for (let round = 0; round < ADVANCES; round += 1) {
    const from = performance.now();
    await advance(client, { by: PERIOD });
    times.add(performance.now() - from);
  }
  return [line('60 days with nothing due', String(times))];
};

/** Waits for quiet after each of some transfers, of which one endpoint is told once. */
const quietAfterTransfer: Procedure = async ({ client: operator, postgres }) => {
  const receivers = await Receivers.start(1);
  const [payer] = await openPayers(operator, 1);
  if (!payer) throw new Error('nobody pays');
  const { client, source, destination } = payer;
  try {
    await subscribe(client, postgres, receivers.urls, { topics: ['transfer_completed'] });
    const times = new Times();
    for (let round = 0; round < WARM_UP + TRANSFERS; round += 1) {
      await client.create('/transfers', transferOf(source, destination, '0.01'));
      const ms = await timeOf(async () => {
        const body = await done(client.get('/sandbox-quiet'));
        if (body['quiet'] !== true) throw new Error(JSON.stringify(body));
      });
      if (round >= WARM_UP) times.add(ms);
    }
    await receivers.all(WARM_UP + TRANSFERS);
    return [line('quiet after one transfer with one webhook', String(times))];
  } finally {
    receivers.close();
    await client.close();
  }
};

/** Others that advance their clocks without end. The debits of each settle in its first advances. */
const CROWD = { accounts: 50, debits: 400, by: 'P8D' };
/** Few, so that the load leaves time for others. */
const CONNECTIONS = 4;

/** Transfers of an account with real time: alone, and while others advance their clocks without end. */
const besideAdvances: Procedure = async (stage) => {
  const row = { ...(await rows.transfers(stage)), connections: CONNECTIONS };
  const others = await concurrently(8, CROWD.accounts, (n) => openFrozen(stage.client, `Bench: crowd ${n}`));
  await concurrently(8, others.length * CROWD.debits, (n) => {
    const { client, bank, balance } = others[n % others.length];
    return client.create('/transfers', transferOf(bank, balance, '0.10'));
  });
  const alone = await stage.run(row);
  const over = new AbortController();
  let moments = 0;
  const advancing = others.map(async ({ client, bank, balance }) => {
    while (!over.signal.aborted) {
      await concurrently(CONNECTIONS, CROWD.debits, () =>
        client.create('/transfers', transferOf(bank, balance, '0.10')),
      );
      moments += Number((await advance(client, { by: CROWD.by }))['moments']);
    }
  });
  const beside = await stage.run(row);
  over.abort();
  await Promise.all(advancing);
  return [
    line('POST /transfers, alone', latencyText(alone.figures)),
    line(`while ${CROWD.accounts} accounts advance (${moments} moments)`, latencyText(beside.figures)),
  ];
};

export const clockProcedures: Readonly<Record<string, Procedure>> = {
  'clock-debits': advanceWithDebits,
  'clock-nothing': advanceWithNothing,
  'clock-crowd': besideAdvances,
  quiet: quietAfterTransfer,
};

import type { HalClient } from '@halyard/suite/client';
import { personalCustomer } from '@halyard/suite/example-requests';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { concurrently } from '../concurrently.ts';
import type { LoadFigures } from '../load/load.ts';
import { line, type Procedure, type ProcedureStage, rounds } from '../procedure.ts';
import { perSecond } from '../report.ts';
import { inSeconds, latencyText, rateOf } from '../times.ts';
import { paceTransfers } from './paced-transfers.ts';
import { Receivers } from './receivers.ts';
import { storeBacklog, takeUp } from './stored-events.ts';
import { openPayers, subscribe, type Wishes } from './subscribers.ts';

const CALLERS = 64;
const ENDPOINTS = 50;
const ROUNDS = 3;
/** The topics of a transfer, for the account and for the customer whom it pays. */
const TRANSFER_TOPICS = [
  'transfer_created',
  'customer_transfer_created',
  'transfer_completed',
  'customer_transfer_completed',
];
/** One endpoint can take far more deliveries than this. */
const HEALTHY_PER_SECOND = 100;
const HANGING = { alone: 'alone', beside: 'while another hangs' } as const;

/** Opens endpoints, and an account that only they subscribe to. */
async function withEndpoints<Result>(
  { client, postgres }: ProcedureStage,
  endpoints: number,
  wishes: Wishes,
  work: (account: HalClient, receivers: Receivers) => Promise<Result>,
): Promise<Result> {
  const receivers = await Receivers.start(endpoints);
  const account = await openSandboxAccount(client, 'Subscriber');
  try {
    await subscribe(account, postgres, receivers.urls, wishes);
    return await work(account, receivers);
  } finally {
    receivers.close();
    await account.close();
  }
}

/** Creates customers as fast as possible, each of which is delivered to all endpoints. */
const deliveries: Procedure = (stage) =>
  withEndpoints(stage, ENDPOINTS, { topics: ['customer_created'] }, async (account, receivers) => {
    const customers = Math.ceil(stage.sizes.deliveries / ENDPOINTS);
    const each = customers * ENDPOINTS;
    const { firstName, lastName } = personalCustomer();
    const create = (): Promise<string> => {
      const { email } = personalCustomer();
      return account.create('/customers', { firstName, lastName, email, type: 'receive-only' });
    };
    let total = 0;
    const round = async (): Promise<void> => {
      total += each;
      await concurrently(CALLERS, customers, create);
      await receivers.all(total);
    };
    return rounds(ROUNDS, `${each} deliveries across ${ENDPOINTS} endpoints`, each, () =>
      stage.watch(round, receivers.roles),
    );
  });

function servedText(offered: number, figures: LoadFigures): string {
  const failed = Object.keys(figures.failures).length === 0 ? '' : `, FAILED ${JSON.stringify(figures.failures)}`;
  const refused = figures.refused === undefined ? '' : `, ${figures.refused.count} turned away`;
  return `${offered} transfers/s offered, ${perSecond(figures).toFixed(0)}/s served${refused}${failed}`;
}

/** Time from the creation of an event until a receiver gets the first request about it. */
const firstTry: Procedure = async (stage) => {
  const { client, postgres, sizes } = stage;
  const receivers = await Receivers.start(ENDPOINTS);
  const payers = await openPayers(client, ENDPOINTS);
  try {
    for (const [index, payer] of payers.entries())
      await subscribe(payer.client, postgres, [receivers.urls[index] ?? ''], { topics: TRANSFER_TOPICS });
    const deliveriesEach = TRANSFER_TOPICS.length;
    const load = { payers, receivers, deliveriesEach, perSecond: sizes.offered };
    const { figures, heard, lines } = await paceTransfers(stage, load);
    return [
      line(`event to first try, ${ENDPOINTS} receivers`, `${latencyText(heard)}, of ${heard.count}`),
      line(`  ${deliveriesEach} events each`, servedText(sizes.offered, figures)),
      ...lines,
    ];
  } finally {
    receivers.close();
    for (const payer of payers) await payer.client.close();
  }
};

/** Time to send the backlog of paused endpoints, once they are resumed. */
const drain =
  (title: string, endpoints: number, wishes: Wishes, share = 1): Procedure =>
  (stage) =>
    withEndpoints(stage, endpoints, wishes, async (account, receivers) => {
      const { postgres, sizes, watch } = stage;
      const { accountId } = account.connection;
      const events = Math.ceil((sizes.deliveries * share) / endpoints);
      const total = events * endpoints;
      await storeBacklog(postgres, accountId, events);
      const watched = await watch(async () => {
        await takeUp(postgres, accountId);
        await receivers.all(total);
      }, receivers.roles);
      const { overtaken } = await receivers.heard();
      const took = `${inSeconds(watched.ms)}, ${rateOf(total, watched.ms)}, ${overtaken} overtaken by later ones`;
      return [line(`${title}, ${total} deliveries`, took), ...watched.linesOf(total)];
    });

/** The effect on a healthy endpoint of one that accepts requests and never answers. */
const hangingEndpoint: Procedure = async (stage) => {
  const { client, postgres } = stage;
  const [receivers, hanging] = await Promise.all([Receivers.start(1), Receivers.start(1, 'hanging')]);
  const payers = await openPayers(client, 1);
  const [account = client] = payers.map((payer) => payer.client);
  const wishes = { topics: ['transfer_completed'] };
  const lines: string[] = [];
  try {
    await subscribe(account, postgres, receivers.urls, wishes);
    const other = await subscribe(account, postgres, hanging.urls, wishes);
    const p99s = { alone: 0, beside: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      // The order alternates, because more is stored before the later one.
      for (const which of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
        const { status } = await account.post(other, { paused: which === 'alone' });
        if (status !== 200) throw new Error(`the subscription was not changed: ${status}`);
        const load = { payers, receivers, deliveriesEach: 1, perSecond: HEALTHY_PER_SECOND };
        const told = await paceTransfers(stage, load);
        p99s[which] = told.heard.p99Ms;
        const served = servedText(HEALTHY_PER_SECOND, told.figures);
        lines.push(
          line(
            `a healthy endpoint, ${HANGING[which]}`,
            `${latencyText(told.heard)}, of ${told.heard.count}; ${served}`,
          ),
        );
        if (round === ROUNDS - 1) lines.push(...told.lines);
      }
      lines.push(line('  change of its p99', `${(((p99s.beside - p99s.alone) * 100) / p99s.alone).toFixed(0)} %`));
    }
    await account.post(other, { paused: true });
    return lines;
  } finally {
    receivers.close();
    hanging.close();
    await account.close();
  }
};

/** Procedures by their name for `--only`. */
export const webhookProcedures: Readonly<Record<string, Procedure>> = {
  deliveries,
  'first-try': firstTry,
  backlog: drain(`a backlog of ${ENDPOINTS} endpoints`, ENDPOINTS, {}),
  'strict-order': drain('one endpoint in strict order', 1, { strictOrder: true }, 0.1),
  'hanging-endpoint': hangingEndpoint,
};

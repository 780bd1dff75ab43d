import { setTimeout as delay } from 'node:timers/promises';
import type { HalClient } from '@halyard/suite/client';
import { concurrently } from '../concurrently.ts';
import type { LoadRun, Watch } from '../load/run-load.ts';
import { type Procedure, type ProcedureStage, rounds } from '../procedure.ts';
import { cpuLines, rateLines } from '../report.ts';
import { rows } from '../rows.ts';
import { Integration, logIn, sendForm } from './integration.ts';
import { revocation } from './revocation.ts';

const CALLERS = 64;
/** All browsers of the benchmark share one network, which has only this many places at the pages. */
const BROWSERS = 8;
/** A code lives for a minute. */
const CODES_OF_ROUND = 300;
const ROUNDS = 5;
const REFRESHES_OF_FAMILY = 50;
const REVOKED = 100_000;
const LOG_INS = 50;
/** Time for the compiler to optimize the log-ins, as in the loads. */
const LOG_INS_OF_WARM_UP = 400;
const LOOK_MS = 100;
const TURNED_AWAY_MS = 1_000;

/** Exchanges codes for tokens. The codes are made before each round. */
const codes: Procedure = async ({ client, watch }) => {
  const integration = await Integration.connected(client);
  return rounds(ROUNDS, 'POST /token, a code to tokens', CODES_OF_ROUND, async () => {
    const made = await concurrently(BROWSERS, CODES_OF_ROUND, () => integration.code());
    return watch(
      async () => void (await concurrently(CALLERS, made.length, (n) => integration.exchange(made[n] ?? ''))),
    );
  });
};

/** Refreshes each family time after time, all families at once. */
const refreshes: Procedure = async ({ client, watch }) => {
  const integration = await Integration.connected(client);
  const families = await concurrently(BROWSERS, CALLERS, async () => integration.exchange(await integration.code()));
  return rounds(1, 'POST /token, refresh', families.length * REFRESHES_OF_FAMILY, () =>
    watch(async () => {
      await concurrently(CALLERS, CALLERS, async (n) => {
        let token = families[n]?.refresh ?? '';
        for (let time = 0; time < REFRESHES_OF_FAMILY; time += 1) token = (await integration.refresh(token)).refresh;
      });
    }),
  );
};

const transfersServed = async (stage: ProcedureStage, watch?: Watch): Promise<LoadRun> =>
  stage.run(await rows.transfers(stage), {}, watch);

const told = (title: string, { figures, cpu }: LoadRun): readonly string[] => [
  title,
  ...rateLines(figures),
  ...cpuLines(cpu, figures.succeeded),
];

/** Waits until every gateway has the whole list of revocations: it then refuses the token that was revoked last. */
async function listHeard(client: HalClient): Promise<void> {
  const { key, secret } = client.connection;
  const keys = { client_id: key, client_secret: secret };
  const issued = await sendForm(client, '/token', { ...keys, grant_type: 'client_credentials' });
  const token = String(issued['access_token']);
  await sendForm(client, '/token/revocation', { ...keys, token });
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  while ((await client.raw('GET', '/', headers)).status !== 401) await delay(LOOK_MS);
}

/** Measures transfers before and after many tokens were revoked. */
const revoked: Procedure = async (stage) => {
  const before = await transfersServed(stage);
  await stage.postgres.query(
    `INSERT INTO auth.revocations (kind, id, expires_at)
     SELECT 'token', gen_random_uuid(), now() + interval '1 hour' FROM generate_series(1, $1)`,
    [REVOKED],
  );
  await listHeard(stage.client);
  const after = await transfersServed(stage);
  return [...told('POST /transfers', before), ...told(`the same, ${REVOKED} tokens revoked`, after)];
};

/** Logs in. A person who is turned away comes again. */
async function untilLoggedIn(client: HalClient): Promise<void> {
  for (;;) {
    const status = await logIn(client, client.browser());
    if (status === 303) return;
    if (![403, 429, 503].includes(status)) throw new Error(`a log-in was answered by ${status}`);
    await delay(TURNED_AWAY_MS);
  }
}

/** Measures transfers while many people in one network log in at once. */
const logIns: Procedure = async (stage) => {
  await concurrently(BROWSERS, LOG_INS_OF_WARM_UP, () => untilLoggedIn(stage.client));
  const alone = await transfersServed(stage);
  const beside = await transfersServed(stage, () => {
    const all = concurrently(LOG_INS, LOG_INS, () => untilLoggedIn(stage.client));
    return Promise.resolve(async () => void (await all));
  });
  return [...told('POST /transfers', alone), ...told(`the same, while ${LOG_INS} log in at once`, beside)];
};

export const identityProcedures: Readonly<Record<string, Procedure>> = {
  codes,
  refreshes,
  'revoked-tokens': revoked,
  'log-ins': logIns,
  revocation,
};

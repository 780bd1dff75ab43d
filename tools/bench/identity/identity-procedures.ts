import { setTimeout as delay } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { FormBrowser } from '@halyard/suite/form-browser';
import type { HalClient } from '@halyard/suite/client';
import { Agent } from 'undici';
import { concurrently } from '../concurrently.ts';
import { type LoadRun, runLoad, type Watch } from '../load/run-load.ts';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { cpuLines, rateLines } from '../report.ts';
import { rows } from '../rows.ts';
import { Integration } from './integration.ts';
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
const WARM_UP_MS = 8_000;
const LOOK_MS = 100;
const TURNED_AWAY_MS = 1_000;

const rate = (count: number, ms: number): string => `${((count * 1_000) / ms).toFixed(0)}/s`;

/** Exchanges codes for tokens. The codes are made before each round. */
const codes: Procedure = async ({ client, watch }) => {
  const integration = await Integration.connected(client);
  await integration.code();
  const watched = [];
  while (watched.length < ROUNDS) {
    const made = await concurrently(BROWSERS, CODES_OF_ROUND, () => integration.code());
    watched.push(
      await watch(
        async () => void (await concurrently(CALLERS, made.length, (n) => integration.exchange(made[n] ?? ''))),
      ),
    );
  }
  await integration.close();
  const rates = watched.map(({ ms }) => rate(CODES_OF_ROUND, ms)).join(', ');
  return [line('POST /token, a code to tokens', rates), ...(watched.at(-1)?.linesOf(CODES_OF_ROUND) ?? [])];
};

/** Refreshes each family time after time, all families at once. */
const refreshes: Procedure = async ({ client, watch }) => {
  const integration = await Integration.connected(client);
  await integration.code();
  const families = await concurrently(BROWSERS, CALLERS, async () => integration.exchange(await integration.code()));
  const total = families.length * REFRESHES_OF_FAMILY;
  const { ms, linesOf } = await watch(async () => {
    await concurrently(CALLERS, CALLERS, async (n) => {
      let token = families[n]?.refresh_token ?? '';
      for (let time = 0; time < REFRESHES_OF_FAMILY; time += 1)
        ({ refresh_token: token } = await integration.refresh(token));
    });
  });
  await integration.close();
  return [line('POST /token, refresh', rate(total, ms)), ...linesOf(total)];
};

async function transfersServed(stage: ProcedureStage, watch?: Watch): Promise<LoadRun> {
  const load = await stage.loadOf(await rows.transfers(stage));
  const options = { warmUpMs: WARM_UP_MS, runMs: stage.sizes.runMs, rolesOf: stage.rolesOf };
  return runLoad(load, options, watch);
}

const told = (title: string, { figures, cpu }: LoadRun): readonly string[] => [
  title,
  ...rateLines(figures),
  ...cpuLines(cpu, figures.succeeded),
];

/** Waits until every gateway has the whole list of revocations: it then refuses the token that was revoked last. */
async function listHeard(client: HalClient): Promise<void> {
  const { key, secret } = client.connection;
  const send = (path: string, form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...form, client_id: key, client_secret: secret }).toString();
    return client.raw('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, body);
  };
  const token = String((await send('/token', { grant_type: 'client_credentials' })).body['access_token']);
  await send('/token/revocation', { token });
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
async function logIn(client: HalClient, dispatcher: Agent): Promise<void> {
  const { baseUrl, person } = client.connection;
  if (!person) throw new Error('the demo account has nobody who logs in');
  for (;;) {
    const { status } = await new FormBrowser(baseUrl, dispatcher).send('/login', '/login', { ...person });
    if (status === 303) return;
    if (![403, 429, 503].includes(status)) throw new Error(`a log-in was answered by ${status}`);
    await delay(TURNED_AWAY_MS);
  }
}

/** Measures transfers while many people in one network log in at once. */
const logIns: Procedure = async (stage) => {
  const { caFile = '' } = stage.client.connection;
  const dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
  await concurrently(BROWSERS, LOG_INS_OF_WARM_UP, () => logIn(stage.client, dispatcher));
  const alone = await transfersServed(stage);
  const beside = await transfersServed(stage, () => {
    const all = Promise.all(Array.from({ length: LOG_INS }, () => logIn(stage.client, dispatcher)));
    return Promise.resolve(async () => void (await all));
  });
  await dispatcher.close();
  return [...told('POST /transfers', alone), ...told(`the same, while ${LOG_INS} log in at once`, beside)];
};

export const identityProcedures: Readonly<Record<string, Procedure>> = {
  codes,
  refreshes,
  'revoked-tokens': revoked,
  'log-ins': logIns,
  revocation,
};

import { randomBytes, randomUUID } from 'node:crypto';
import { bankAccount, transferOf, usd } from './example-requests.js';
import { type HalAnswer, HalClient } from './hal-client.js';
import { Hopeless, until } from './until.js';

/** A resource that does not exist, like the sandbox in production. */
const NOT_FOUND = 404;
/** Status while an interrupted attempt of the same request is still being carried out. */
const IN_PROGRESS = 409;
const OPENING = 'opening-balance';
const OPENING_BALANCE = '5000.00';

/**
 * Gives an account everything that a new sandbox account has: one verified bank and a balance of 5,000.00 USD, by the
 * public API. It does all of it exactly once, however often it is interrupted and repeated. Without a sandbox it does
 * nothing.
 *
 * @returns whether there is a sandbox
 * @throws Error if a step was not served: repeat it; Hopeless if a read model has stopped
 */
export async function furnishSandboxAccount(client: HalClient): Promise<boolean> {
  const { accountId } = client.connection;
  const once = (step: string) => ({ idempotencyKey: `furnish-${step}-${accountId}` });

  // The route takes only POST, so asking for it by GET simulates nothing.
  if ((await served(client.get('/sandbox-simulations'))).status === NOT_FOUND) return false;

  const existing = await served(client.get(`/accounts/${accountId}/funding-sources`));
  const sources = existing.body._embedded?.['funding-sources'] ?? [];
  const balance = sources.find(({ type }) => type === 'balance')?._links?.['self']?.href;
  if (balance === undefined) throw new Error('the new account has no balance');

  const named = sources.find(({ type }) => type === 'bank');
  const bank =
    named?._links?.['self']?.href ??
    (await client.create(
      '/funding-sources',
      bankAccount(accountId.replaceAll(/\D/g, '').padEnd(10, '0').slice(0, 10), 'Superhero Savings Bank'),
      once('bank'),
    ));
  if (named?.status !== 'verified') {
    const amounts = { amount1: usd('0.01'), amount2: usd('0.02') };
    await served(client.post(`${bank}/micro-deposits`, {}, once('micro-deposits')));
    await served(client.post(`${bank}/micro-deposits`, amounts, once('verification')));
  }

  const opened = await served(client.get(`/accounts/${accountId}/transfers?correlationId=${OPENING}`));
  if (opened.body.total === 0) {
    await client.create(
      '/transfers',
      { ...transferOf(bank, balance, OPENING_BALANCE), correlationId: OPENING },
      once(OPENING),
    );
  }
  await served(client.post('/sandbox-simulations', {}, once('settlement')));
  return true;
}

/** A read model that is stopped at an event does not go on before an operator has decided. */
const STOPPED = /^The read model \S+ stopped at event /;

/** Refusals count as served: a bank that was verified before an interruption refuses to be verified again. */
async function served(asked: Promise<HalAnswer>): Promise<HalAnswer> {
  const answer = await asked;
  if (answer.status < 500 && answer.status !== IN_PROGRESS) return answer;
  const { message } = answer.body;
  if (typeof message === 'string' && STOPPED.test(message)) throw new Hopeless(message);
  throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Opens and furnishes another account with its own application. @returns a client that acts for it */
export async function openSandboxAccount(operator: HalClient, name: string): Promise<HalClient> {
  const application = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
  const location = await operator.create('/accounts', { name, application });
  // The people and the integration of the operator's own account stay there.
  const { person: _, integration: __, ...place } = operator.connection;
  const client = await HalClient.open({
    ...place,
    ...application,
    accountId: location.slice(location.lastIndexOf('/') + 1),
  });
  await until('the account to be furnished', () => furnishSandboxAccount(client));
  return client;
}

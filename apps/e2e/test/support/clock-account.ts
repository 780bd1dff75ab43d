import { type HalBody, HalClient } from '@halyard/suite/client';
import { randomBytes, randomUUID } from 'node:crypto';
import { embedded } from './journeys.js';

/** Monday, March 2, at nine in the morning in Chicago. The country's clocks go forward on the Sunday after it. */
export const MONDAY = '2026-03-02T15:00:00.000Z';

const CLOCK = '/sandbox-clock';
const ADVANCES = `${CLOCK}/advances`;
/** A busy machine may hold an advance for a moment, since something of the account is still under way. */
const HELD_MAX_MS = 60_000;

/** Opens an account that has nothing yet, so that its clock can be set. @returns a client that acts for it */
export async function openUnusedAccount(operator: HalClient, name: string): Promise<HalClient> {
  const application = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
  const location = await operator.create('/accounts', { name, application });
  const { person: _, integration: __, ...place } = operator.connection;
  const accountId = location.slice(location.lastIndexOf('/') + 1);
  return HalClient.open({ ...place, ...application, accountId });
}

/** An account whose clock stands until a test advances it. */
export class ClockAccount {
  constructor(readonly client: HalClient) {}

  /** Opens an account with nothing in it whose clock stands at a moment, and whose banks act on time. */
  static async frozenAt(operator: HalClient, name: string, now: string): Promise<ClockAccount> {
    const account = new ClockAccount(await openUnusedAccount(operator, name));
    await account.change({ mode: 'frozen', now });
    return account;
  }

  async clock(): Promise<HalBody> {
    return expectStatus(200, await this.client.get(CLOCK));
  }

  async now(): Promise<string> {
    return String((await this.clock())['now']);
  }

  async change(body: object): Promise<HalBody> {
    return expectStatus(200, await this.client.post(CLOCK, body));
  }

  /** Begins an advance without waiting for its end. @returns its address */
  begin(body: object, idempotencyKey: string = randomUUID()): Promise<string> {
    return this.client.create(`${ADVANCES}?wait=0`, body, { idempotencyKey });
  }

  /** Advances the clock. @returns the advance at its end @throws Error if it is held for a minute */
  async advance(body: object): Promise<HalBody> {
    return this.ended(await this.client.create(`${ADVANCES}?wait=30`, body));
  }

  /** Waits for the end of an advance. @throws Error if it is held for a minute */
  async ended(location: string): Promise<HalBody> {
    for (;;) {
      const advance = expectStatus(200, await this.client.get(`${location}?wait=30`));
      const held = advance['held'] as { readonly since: string } | undefined;
      if (held && Date.now() - Date.parse(held.since) > HELD_MAX_MS)
        throw new Error(`the advance is held: ${JSON.stringify(advance)}`);
      if (advance.status !== 'advancing') return advance;
    }
  }

  /** The faults of a refused advance. */
  async refused(body: object): Promise<readonly string[]> {
    const refusal = expectStatus(400, await this.client.post(ADVANCES, body));
    return embedded(refusal, 'errors').map(({ code, path }) => `${String(code)} ${String(path)}`);
  }

  /** Waits until nothing of the account is under way. */
  async quiet(): Promise<HalBody> {
    const body = expectStatus(200, await this.client.get('/sandbox-quiet?wait=30'));
    if (body['quiet'] !== true) throw new Error(`not quiet: ${JSON.stringify(body)}`);
    return body;
  }

  /** All items of a list, in its order. */
  async all(path: string, relation: string): Promise<readonly HalBody[]> {
    const found: HalBody[] = [];
    for (let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=200`; next !== undefined;) {
      const body: HalBody = expectStatus(200, await this.client.get(next));
      found.push(...embedded(body, relation));
      next = body._links?.['next']?.href;
    }
    return found;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** @returns the body of an answer @throws Error if its status is another */
export function expectStatus(
  wanted: number,
  { status, body }: { readonly status: number; readonly body: HalBody },
): HalBody {
  if (status !== wanted) throw new Error(`${status} in place of ${wanted}: ${JSON.stringify(body)}`);
  return body;
}

import type { HalAnswer, HalBody } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import { embedded } from '../support/journeys.js';
import { type OfferingState, offeringStates } from '../support/offering-states.js';
import type { SharedSuite } from '../support/shared-suite.js';

/** Kinds that the release before this build does not have. */
const NEW_KINDS: ReadonlySet<string> = new Set([
  ...['listBankFiles', 'sandbox-bank-behavior', 'sandbox-clock', 'sandbox-clock-advance', 'listSandboxClockAdvances'],
]);
/** Kinds whose answers go on changing by themselves: deliveries that are tried again, and progress. */
const CHANGING_KINDS: ReadonlySet<string> = new Set([
  ...['webhook', 'listSubscriptionWebhooks', 'listWebhookRetries', 'read-model', 'webhook-subscription'],
]);

/** Made last: the simulations of other states would have banks carry it out. */
const PENDING = 'transfer, pending';

interface KeptResource extends Pick<OfferingState, 'name' | 'kind' | 'by'> {
  readonly path: string;
  readonly before: HalAnswer;
}

/** A resource or list in each state that the release before this build knows, in an account where nothing else happens. */
export class KeptResources {
  private constructor(
    private readonly shared: SharedSuite,
    private readonly kept: readonly KeptResource[],
  ) {}

  static async make(shared: SharedSuite): Promise<KeptResources> {
    const made: Omit<KeptResource, 'before'>[] = [];
    const known = offeringStates.filter(({ kind }) => !NEW_KINDS.has(kind));
    const inOrder = known.toSorted((one, other) => Number(one.name === PENDING) - Number(other.name === PENDING));
    for (const { name, kind, by, make } of inOrder) {
      made.push({ name, kind, by, path: await make(shared) });
    }
    await waitFor('everybody to be erased who is to be', async () => {
      const { body } = await shared.operator.get('/operations/erasures?limit=200');
      return embedded(body, 'erasures').every(({ status }) => status === 'done');
    });
    const kept: KeptResource[] = [];
    for (const one of made) kept.push({ ...one, before: await shared[one.by].get(one.path) });
    return new KeptResources(shared, kept);
  }

  /** Expects that each is answered as before. An answer may have more members and links than it had. */
  async expectAsBefore(): Promise<void> {
    for (const { name, kind, by, path, before } of this.kept) {
      const { status, body } = await this.shared[by].get(path);
      expect([name, status]).toEqual([name, before.status]);
      if (!CHANGING_KINDS.has(kind)) expect({ name, ...body }).toMatchObject({ name, ...before.body });
    }
  }

  /** Expects that what was under way goes on: banks carry out what waits for them, and the money adds up. */
  async expectToGoOn(): Promise<void> {
    const { client } = this.shared;
    const pathsOf = (kind: string): readonly string[] =>
      this.kept.filter(({ name }) => name === kind).map(({ path }) => path);
    for (const path of pathsOf(PENDING)) expect((await client.get(path)).body.status).toBe('pending');
    await waitFor(
      'nothing to be left pending',
      async () => (await client.post('/sandbox-simulations')).body.total === 0,
    );
    for (const path of pathsOf(PENDING)) expect((await client.get(path)).body.status).toBe('processed');
    for (const path of pathsOf('funding-source, bank, waiting for amounts')) {
      const amount = { value: '0.03', currency: 'USD' };
      await client.post(`${path}/micro-deposits`, { amount1: amount, amount2: amount });
      expect((await client.get(path)).body.status).toBe('verified');
    }
    const { body } = await client.get(`/accounts/${client.connection.accountId}/conservation`);
    expect(body['balanced']).toBe(true);
    await this.expectPaymentsListed();
  }

  /** Expects that the list of payments, which is newer than they are, has all of them. */
  private async expectPaymentsListed(): Promise<void> {
    const { client } = this.shared;
    const all = async (list: string): Promise<readonly HalBody[]> => {
      const found: HalBody[] = [];
      for (let next: string | undefined = `/${list}?limit=200`; next !== undefined;) {
        const { body }: { body: HalBody } = await client.get(next);
        found.push(...embedded(body, list));
        next = body._links?.['next']?.href;
      }
      return found;
    };
    const payments = new Set((await all('payments')).map(({ id }) => id));
    const named = (await all('transfers')).map((transfer) => transfer._links?.['payment']?.href.split('/').at(-1));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((id) => !payments.has(id))).toEqual([]);
  }
}

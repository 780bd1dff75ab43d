import { newId } from '@halyard/core';
import { expect, it } from '@jest/globals';
import type { EventStore, ExpectedRevision, Submission } from '../../src/event-store.js';
import { anEvent, aStream, SubscriptionListener } from './support.js';

/** All chains write these streams, each in an order of its own. */
const SHARED = 3;
/** Chains that a store submits in a round. */
const CHAINS = 2;
const RANDOM_MULTIPLIER = 48_271;
const RANDOM_MODULUS = 2_147_483_647;

interface Link {
  readonly id: string;
  readonly stream: string;
  readonly submission: Submission;
  /** The links of the same store on which this one rests. */
  readonly restsOn: readonly Link[];
}

const expectedAt = (head: number): ExpectedRevision => (head < 0 ? 'no-stream' : head);

/** One store's view of the streams in a round: their heads after its own appends. Other stores append to them, too. */
class Writer {
  readonly links: Link[] = [];
  private readonly heads: Map<string, number>;
  private readonly newest = new Map<string, Link>();

  constructor(
    private readonly store: EventStore,
    heads: ReadonlyMap<string, number>,
  ) {
    this.heads = new Map(heads);
  }

  append(stream: string, after: readonly Link[]): Link {
    const head = this.heads.get(stream) ?? -1;
    const id = newId();
    const own = this.newest.get(stream);
    const append = { stream, expected: expectedAt(head), events: [anEvent('x', id)] };
    const submission = this.store.submit(
      append,
      after.map((link) => link.submission),
    );
    const link = { id, stream, submission, restsOn: own ? [...after, own] : after };
    this.heads.set(stream, head + 1);
    this.newest.set(stream, link);
    this.links.push(link);
    return link;
  }
}

/** The links that are stored, as their submissions say. */
async function settled(links: readonly Link[]): Promise<ReadonlySet<string>> {
  const results = await Promise.allSettled(links.map(({ submission }) => submission.committed));
  return new Set(links.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => id));
}

export function chainRaces(open: () => EventStore, races: number): void {
  it(`lets of every chain over shared streams a beginning stand, for ${races} races of two stores`, async () => {
    const [stores, kind] = [[open(), open()], aStream('race')];
    const listening = new SubscriptionListener(open(), await open().head(), kind);
    const shared = Array.from({ length: SHARED }, (_, index) => `${kind}-shared-${index}`);
    const heads = new Map<string, number>();
    const standing: string[] = [];
    let seed = 1;
    const random = (below: number): number => (seed = (seed * RANDOM_MULTIPLIER) % RANDOM_MODULUS) % below;
    const submitChain = (writer: Writer): void => {
      let link = writer.append(aStream(kind), []);
      const start = random(SHARED);
      const stride = 1 + random(SHARED - 1);
      for (let step = 0; step < SHARED; step++) {
        link = writer.append(shared[(start + step * stride) % SHARED] ?? '', [link]);
      }
      writer.append(aStream(kind), [link]);
    };
    for (let race = 0; race < races; race++) {
      const writers = stores.map((store) => new Writer(store, heads));
      for (let chain = 0; chain < CHAINS; chain++) writers.forEach(submitChain);
      const links = writers.flatMap((writer) => writer.links);
      const won = await settled(links);
      for (const { id, stream, restsOn } of links.filter((link) => won.has(link.id))) {
        expect(restsOn.filter((predecessor) => !won.has(predecessor.id))).toEqual([]);
        if (shared.includes(stream)) heads.set(stream, (heads.get(stream) ?? -1) + 1);
        standing.push(id);
      }
      expect(won.size).toBeGreaterThan(stores.length * CHAINS);
    }
    await listening.until(() => listening.events.length >= standing.length);
    await listening.stop();
    expect(listening.events.map(({ id }) => id).sort()).toEqual(standing.sort());
    for (const stream of shared) {
      const revisions = listening.events.filter((event) => event.stream === stream).map(({ revision }) => revision);
      expect(revisions).toEqual(revisions.map((_, index) => index));
    }
  });
}

import { expect, it } from '@jest/globals';
import { Claim, newId } from '@halyard/core';
import type { EventStore } from '../../src/event-store.js';
import type { ExpectedRevision, Submission } from '../../src/event-store.js';
import { anEvent, aStream, outcomesOf, submit, types } from './support.js';

/** Claims of a test, beside the streams or in memory. Only one append can have a claim of a given name. */
export abstract class TestClaims {
  abstract claim(name: string, holder: string): Claim;
}

/** For stores that check claims before they append. */
export class ClaimsInMemory extends TestClaims {
  private readonly holders = new Map<string, string>();

  override claim(name: string, holder: string): Claim {
    const { holders } = this;
    return new (class extends Claim {
      protected override make(): Promise<boolean> {
        if (!holders.has(name)) holders.set(name, holder);
        return Promise.resolve(holders.get(name) === holder);
      }
    })();
  }
}

export function claims(open: () => EventStore, kept: () => TestClaims): void {
  const under = (
    store: EventStore,
    stream: string,
    claim: Claim,
    after: readonly Submission[] = [],
    expected: ExpectedRevision = 'no-stream',
  ): Submission => store.submit({ stream, expected, events: [anEvent('claimed')], claim }, after);

  it('stands with its claim', async () => {
    const [store, stream] = [open(), aStream()];
    const claim = kept().claim(newId(), newId());
    expect(claim.stands).toBeUndefined();
    expect(await outcomesOf([under(store, stream, claim)])).toEqual(['stands']);
    expect(claim.stands).toBe(true);
  });

  it('is lost under a claim that is somebody else’s, also to the same stream and revision later', async () => {
    const [first, second] = [open(), open()];
    const name = newId();
    const [stream, other] = [aStream(), aStream()];
    await under(first, stream, kept().claim(name, newId())).committed;
    const claim = kept().claim(name, newId());
    expect(await outcomesOf([under(second, other, claim)])).toEqual([`ClaimLost ${other}`]);
    expect([claim.stands, await types(second, other)]).toEqual([false, []]);
  });

  it('takes down what rests on it, and nothing else of its group', async () => {
    const [store, name] = [open(), newId()];
    const [held, shared, apart] = [aStream(), aStream(), aStream()];
    await under(open(), held, kept().claim(name, newId())).committed;
    const [lost, free] = [aStream(), aStream()];
    const loser = under(store, lost, kept().claim(name, newId()));
    const onLoser = submit(store, shared, 'no-stream', [loser], 'a');
    const behind = submit(store, shared, 0, [], 'b');
    const winner = under(store, free, kept().claim(newId(), newId()));
    const onWinner = submit(store, apart, 'no-stream', [winner], 'c');
    expect(await outcomesOf([loser, onLoser, behind, winner, onWinner])).toEqual([
      `ClaimLost ${lost}`,
      `PredecessorLost ${shared}`,
      `PredecessorLost ${shared}`,
      'stands',
      'stands',
    ]);
    expect([await types(store, shared), await types(store, apart)]).toEqual([[], ['c']]);
  });

  it('goes to one of many that come at once', async () => {
    const name = newId();
    const submissions = Array.from({ length: 20 }, () => under(open(), aStream(), kept().claim(name, newId())));
    const outcomes = await outcomesOf(submissions);
    expect(outcomes.filter((outcome) => outcome === 'stands')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.startsWith('ClaimLost'))).toHaveLength(19);
  });

  it('still stands when the same append comes again', async () => {
    const [name, holder, stream] = [newId(), newId(), aStream()];
    const append = { stream, expected: 'no-stream', events: [anEvent('a')] } as const;
    const first = await open().append({ ...append, claim: kept().claim(name, holder) });
    expect(await open().append({ ...append, claim: kept().claim(name, holder) })).toEqual(first);
  });

  it('is kept by its claim though another writer has its stream', async () => {
    const [name, stream] = [newId(), aStream()];
    await submit(open(), stream, 'no-stream', [], 'theirs').committed;
    const holder = newId();
    const claim = kept().claim(name, holder);
    expect(await outcomesOf([under(open(), stream, claim)])).toEqual([`WrongExpectedRevision ${stream}`]);
    expect(claim.stands).toBe(true);
    expect(await outcomesOf([under(open(), stream, kept().claim(name, holder), [], 0)])).toEqual(['stands']);
  });
}

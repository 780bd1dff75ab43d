import { describe, expect, it } from '@jest/globals';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError, newId } from '@halyard/core';
import { FactLookup, type WantedFact } from './fact-lookup.js';
import { party } from './known-parties.js';

const partyId = newId();
const accountId = newId();
const aParty = (status: PartyFact['status'], version: number): PartyFact => ({
  partyId,
  accountId,
  kind: 'customer',
  type: 'personal',
  status,
  version,
});
const suspended = aParty('suspended', 1);
const verified = aParty('verified', 2);
const deactivated = aParty('deactivated', 3);

const operation: Operation = {
  id: newId(),
  requestId: newId(),
  principal: { kind: 'application', applicationId: newId(), accountId, scopes: [], may: 'read' },
  at: new Date(0).toISOString(),
};
const wanted: WantedFact = { route: serviceRoutes.getCustomerFact, id: partyId, operation };
const isVerified = ({ status }: PartyFact): boolean => status === 'verified';

interface Facts {
  stored?: PartyFact;
  /** What the owner answers. */
  owners?: PartyFact;
  /** What the owner tells by itself while it is asked. */
  toldMeanwhile?: PartyFact;
}

/** A lookup in memory that counts the calls to the owner. */
function given(facts: Facts, ownerFails?: Error) {
  const calls: string[] = [];
  const learn = ([fact]: readonly PartyFact[]): Promise<void> => {
    if (fact && fact.version > (facts.stored?.version ?? 0)) facts.stored = fact;
    return Promise.resolve();
  };
  const known = {
    kind: party,
    find: () => Promise.resolve(facts.stored),
    ask: async ({ path }: { readonly path: string }, id: string): Promise<PartyFact | undefined> => {
      calls.push(path.replace(/:\w+/, id));
      if (ownerFails) throw ownerFails;
      if (facts.toldMeanwhile) await learn([facts.toldMeanwhile]);
      return facts.owners;
    },
    learn,
  };
  return { lookup: new FactLookup(known), known, facts, calls };
}

describe('a fact', () => {
  it.each<{ is: string; facts: Facts; found: PartyFact | undefined; calls: number }>([
    { is: 'stored and suffices', facts: { stored: verified, owners: deactivated }, found: verified, calls: 0 },
    { is: 'unknown', facts: { owners: verified }, found: verified, calls: 1 },
    {
      is: 'stored, outdated, and sufficed not',
      facts: { stored: suspended, owners: verified },
      found: verified,
      calls: 1,
    },
    {
      is: 'stored, current, and suffices not',
      facts: { stored: suspended, owners: suspended },
      found: suspended,
      calls: 1,
    },
    { is: 'unknown to its owner too', facts: {}, found: undefined, calls: 1 },
    { is: 'stored, suffices not, and is gone', facts: { stored: suspended }, found: undefined, calls: 1 },
    {
      is: 'told in a newer version while its owner is asked',
      facts: { owners: verified, toldMeanwhile: deactivated },
      found: deactivated,
      calls: 1,
    },
  ])('that is $is is found after $calls calls', async ({ facts, found, calls }) => {
    const { lookup, calls: made } = given({ ...facts });
    expect(await lookup.find(wanted, isVerified)).toEqual(found);
    expect(made).toHaveLength(calls);
  });

  it('is asked for at its owner, by the route that is given', async () => {
    const { lookup, calls } = given({ owners: verified });
    await lookup.find(wanted);
    expect(calls).toEqual([expect.stringContaining(partyId)]);
  });

  it('is stored once it was asked for, so that it is not asked for again', async () => {
    const { lookup, calls } = given({ owners: verified });
    await lookup.find(wanted);
    await lookup.find(wanted);
    expect(calls).toHaveLength(1);
  });

  it('is stored in the way of a service where it has effects', async () => {
    const { known } = given({ owners: verified });
    const stored: [PartyFact, Operation][] = [];
    const lookup = new FactLookup(known, (fact, by) => Promise.resolve(void stored.push([fact, by])));
    await lookup.current(wanted);
    expect(stored).toEqual([[verified, operation]]);
  });

  it('is not what is stored when its owner cannot be asked', async () => {
    const { lookup } = given({ stored: suspended }, new DomainError('ServiceUnavailable'));
    await expect(lookup.find(wanted, isVerified)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});

describe('what a stored fact may refuse', () => {
  const refusal = new DomainError('InvalidResourceState');
  const other = new DomainError('NotFound');

  function deciding(facts: Facts, fails: DomainError = refusal) {
    const world = given(facts);
    let tries = 0;
    const work = (): Promise<string> => {
      tries += 1;
      return world.facts.stored && isVerified(world.facts.stored) ? Promise.resolve('done') : Promise.reject(fails);
    };
    const done = world.lookup.decide(wanted, work, (error) => error === refusal);
    return { done, calls: world.calls, tries: () => tries };
  }

  it.each<{ when: string; facts: Facts; calls: number; tries: number }>([
    { when: 'the stored fact allows it', facts: { stored: verified, owners: suspended }, calls: 0, tries: 1 },
    { when: 'the stored fact was outdated', facts: { stored: suspended, owners: verified }, calls: 1, tries: 2 },
    { when: 'nothing was stored', facts: { owners: verified }, calls: 1, tries: 2 },
  ])('is done when $when, after $calls calls', async ({ facts, calls, tries }) => {
    const decided = deciding({ ...facts });
    expect(await decided.done).toBe('done');
    expect([decided.calls.length, decided.tries()]).toEqual([calls, tries]);
  });

  it('is refused by the current fact, for which its owner is asked once', async () => {
    const decided = deciding({ stored: suspended, owners: suspended });
    await expect(decided.done).rejects.toBe(refusal);
    expect([decided.calls.length, decided.tries()]).toEqual([1, 2]);
  });

  it('fails at once when it fails for another reason', async () => {
    const decided = deciding({ stored: suspended, owners: verified }, other);
    await expect(decided.done).rejects.toBe(other);
    expect([decided.calls.length, decided.tries()]).toEqual([0, 1]);
  });
});

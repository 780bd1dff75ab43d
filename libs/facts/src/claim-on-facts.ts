import { Claim } from '@halyard/core';
import type { ClaimFunction, ClaimOfAppend } from '@halyard/event-store';
import { Batcher, binaryColumns, queryPrepared } from '@halyard/persistence';
import type { DataSource } from 'typeorm';

const BATCHES = { sizeMax: 250, gathers: true };

/** A fact, with the version that a decision was based on. */
export interface SeenFact {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
}

export const factColumns = (facts: readonly SeenFact[]): Buffer[] =>
  binaryColumns(
    facts,
    ['text', ({ kind }) => kind],
    ['uuid', ({ id }) => id],
    ['bigint', ({ version }) => BigInt(version)],
  );

/**
 * A claim that holds only while the facts on which an append was decided have not changed. So nobody need ask for them
 * before. If a fact has changed, the inner claim is not made.
 */
export class ClaimOnFacts extends Claim {
  constructor(
    readonly claim: Claim,
    readonly seen: readonly SeenFact[],
    private readonly ahead: ClaimsAhead,
  ) {
    super();
  }

  override settle(stands: boolean): void {
    super.settle(stands);
    this.claim.settle(stands);
  }

  protected override make(): Promise<boolean> {
    return this.ahead.make(this);
  }
}

/** Makes claims before their appends, for an event store that is not beside them. One statement makes many. */
export class ClaimsAhead {
  private readonly batches = new Batcher((claims: readonly ClaimOnFacts[]) => this.makeAll(claims), BATCHES);

  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: ClaimFunction,
  ) {}

  /** Makes a claim. @returns whether it holds and its facts are unchanged */
  make(claim: ClaimOnFacts): Promise<boolean> {
    return this.batches.add(claim);
  }

  private async makeAll(claims: readonly ClaimOnFacts[]): Promise<readonly boolean[]> {
    const { name, parameterCount, values } = this.claims;
    const parameters = Array.from({ length: parameterCount }, (_, index) => `$${index + 1}`).join(', ');
    const [row] = await queryPrepared<{ readonly lost: readonly number[] }>(
      this.dataSource,
      { name: `${name}-ahead`, text: `SELECT ${name}(${parameters}) AS lost` },
      values(claims.map((claim, number) => ({ claim, number }))),
    );
    return claims.map((_, number) => row?.lost.includes(number) === false);
  }
}

/** The claim function of a service that knows facts. It makes a `ClaimOnFacts` only if the facts are unchanged. */
export const claimsOnFacts = (claims: ClaimFunction): ClaimFunction => ({
  name: 'claim_on_seen_facts',
  parameterCount: claims.parameterCount + 5,
  values: (group) => [
    ...seenColumns(group),
    ...claims.values(
      group.map(({ claim, number }) => ({ claim: claim instanceof ClaimOnFacts ? claim.claim : claim, number })),
    ),
  ],
});

/** The facts of all claims, each once, and for each append the ordinals of the facts on which it was decided. */
function seenColumns(group: readonly ClaimOfAppend[]): Buffer[] {
  const facts = new Map<string, { readonly fact: SeenFact; readonly ordinal: number }>();
  const uses: { readonly append: number; readonly ordinal: number }[] = [];
  for (const { claim, number: append } of group) {
    if (!(claim instanceof ClaimOnFacts)) continue;
    for (const fact of claim.seen) {
      const name = `${fact.id} ${fact.version}`;
      const { ordinal } = facts.get(name) ?? { ordinal: facts.size + 1 };
      facts.set(name, { fact, ordinal });
      uses.push({ append, ordinal });
    }
  }
  return [
    ...factColumns([...facts.values()].map(({ fact }) => fact)),
    ...binaryColumns(uses, ['integer', ({ append }) => append], ['integer', ({ ordinal }) => ordinal]),
  ];
}

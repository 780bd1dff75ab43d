import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { capabilities, isHolder, type PartyFact } from '@halyard/contracts/parties';
import { Clock, DomainError } from '@halyard/core';
import { FactLookup, type NewFact, KnownParties, lockFact, party, partyRoutes, type WantedFact } from '@halyard/facts';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource, type EntityManager } from 'typeorm';
import { ensureBalances } from '../balance-source.js';
import { SourceHistory } from '../source-history.js';
import { SourceLists } from '../source-lists.rows.js';
import { endSessions } from './ended-sessions.rows.js';

export interface Owner {
  readonly kind: PartyFact['kind'];
  readonly id: string;
}

/** A refusal by the last known state of the owner. `SourceOwners.decide` decides again on the current state. */
export class OwnerRefused extends DomainError {}

/** The owners of funding sources, as last heard from the services that own them. */
@Injectable()
export class SourceOwners {
  private readonly lookup: FactLookup<PartyFact>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly known: KnownParties,
    private readonly history: SourceHistory,
    private readonly clock: Clock,
    private readonly lists: SourceLists,
  ) {
    this.lookup = new FactLookup(known, (fact, operation) => this.store(operation, [fact]));
  }

  /**
   * Finds an owner. Asks the owner's service if the owner is not known yet.
   *
   * @throws DomainError NotFound if there is no such owner, or it belongs to another account
   */
  require(operation: Operation, owner: Owner): Promise<PartyFact> {
    return this.suited(operation, owner, () => true);
  }

  /**
   * Like `require`, and makes sure that a holder has its balance. Asks again if the party was no holder when this
   * service last heard of it.
   *
   * @throws DomainError NotFound
   */
  requireWithBalance(operation: Operation, owner: Owner): Promise<PartyFact> {
    return this.suited(operation, owner, isHolder);
  }

  /**
   * Does work that the owner's state may forbid (`lockActive`). After such a refusal the known state may be old: asks
   * the owner's service, and tries the work once more.
   */
  decide<Answer>(operation: Operation, owner: Owner, work: () => Promise<Answer>): Promise<Answer> {
    return this.lookup.decide(wantedOf(operation, owner), work, (error) => error instanceof OwnerRefused);
  }

  /**
   * Stores facts unless newer ones are known, creates balances of holders, and ends open sessions of parties that may
   * have no banks. The number of statements does not depend on the number of facts.
   */
  async accept(change: Change, news: readonly NewFact<PartyFact>[]): Promise<void> {
    await this.known.learn(
      news.map(({ fact }) => fact),
      change.tx,
    );
    // Even an older fact of a holder counts: once verified, a customer keeps its balance.
    const holders = holdersIn(news);
    await ensureBalances(change, holders, this.history);
    for (const { fact } of holders) this.lists.grew(fact.accountId);
    const inactive = news.filter(({ fact }) => !capabilities[fact.status].banks);
    const ids = inactive.map(({ fact }) => fact.partyId);
    await endSessions(change.tx, ids, this.clock.system());
  }

  async store(operation: Operation, facts: readonly PartyFact[]): Promise<void> {
    const at = timeOf(operation);
    const news = facts.map((fact) => ({ fact, at }));
    await this.dataSource.transaction((tx) => this.accept(this.changes.within(tx, operation.traceparent), news));
  }

  private async suited(operation: Operation, owner: Owner, suits: (party: PartyFact) => boolean): Promise<PartyFact> {
    const own = (party: PartyFact | undefined) => ofAccount(party, owner, accountOf(operation));
    const suffices = (party: PartyFact): boolean => own(party) !== undefined && suits(party);
    const found = own(await this.lookup.find(wantedOf(operation, owner), suffices));
    if (!found) throw new DomainError('NotFound');
    return found;
  }
}

const wantedOf = (operation: Operation, { kind, id }: Owner): WantedFact => ({
  route: partyRoutes[kind],
  id,
  operation,
});

const ofAccount = (known: PartyFact | undefined, { kind }: Owner, accountId: string): PartyFact | undefined =>
  known?.kind === kind && known.accountId === accountId ? known : undefined;

/** Each holder once, with the first fact that names it. */
const holdersIn = (news: readonly NewFact<PartyFact>[]): NewFact<PartyFact>[] => [
  ...new Map(
    news
      .filter(({ fact }) => isHolder(fact))
      .reverse()
      .map((holder) => [holder.fact.partyId, holder]),
  ).values(),
];

/**
 * Locks an owner until the commit, so that neither its suspension nor another request on it comes in between.
 *
 * @throws DomainError NotFound, or InvalidResourceState if the owner is suspended or deactivated; inside
 * `SourceOwners.decide` both are decided again
 */
export async function lockActive(tx: EntityManager, accountId: string, owner: Owner): Promise<PartyFact> {
  const known = ofAccount(await lockFact(tx, party, owner.id), owner, accountId);
  if (!known) throw new OwnerRefused('NotFound');
  requireActive(known);
  return known;
}

/** @throws OwnerRefused InvalidResourceState if the owner is suspended or deactivated */
export function requireActive({ kind, status }: PartyFact): void {
  if (capabilities[status].banks) return;
  throw new OwnerRefused('InvalidResourceState', { message: `The ${kind} is ${status}.` });
}

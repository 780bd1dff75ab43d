import { Injectable } from '@nestjs/common';
import { capabilities, isHolder, type Operation, type PartyFact } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { type Heard, KnownParties, lockFact, party, partyRoutes } from '@halyard/facts';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { DataSource, type EntityManager } from 'typeorm';
import { ensureBalances } from '../balance-source.js';
import { SourceHistory } from '../source-history.js';
import { endSessions } from './ended-sessions.rows.js';

/** An account or customer that owns funding sources. */
export interface Owner {
  readonly kind: PartyFact['kind'];
  readonly id: string;
}

/** A refusal based on the last known state of the owner: `Parties.decide` decides again on the current state. */
export class OwnerRefused extends DomainError {}

/** The owners of funding sources, as last heard from the services that own them. */
@Injectable()
export class Parties {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly known: KnownParties,
    private readonly history: SourceHistory,
    private readonly clock: Clock,
  ) {}

  /**
   * The owner; asks its service when it is not known yet.
   *
   * @throws DomainError NotFound when there is no such owner, or it belongs to another account
   */
  async require(operation: Operation, owner: Owner): Promise<PartyFact> {
    const party = (await this.find(operation, owner)) ?? (await this.refreshed(operation, owner));
    if (!party) throw new DomainError('NotFound');
    return party;
  }

  /**
   * Like `require`, and makes sure that a holder has its balance: a party that was no holder when last heard of is
   * asked for again.
   *
   * @throws DomainError NotFound
   */
  async requireWithBalance(operation: Operation, owner: Owner): Promise<PartyFact> {
    const party = await this.require(operation, owner);
    return isHolder(party) ? party : ((await this.refreshed(operation, owner)) ?? party);
  }

  /**
   * Does work that the owner's state may forbid (`lockActive`). After such a refusal the owner's service is asked,
   * because the known state may be old, and the work is tried once more.
   */
  async decide<Answer>(operation: Operation, owner: Owner, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OwnerRefused)) throw error;
      await this.refresh(operation, owner);
      return work();
    }
  }

  /**
   * Stores facts unless newer ones are known, creates balances of holders, and ends what those had open who may have no
   * banks. The number of statements does not depend on the number of facts.
   */
  async accept(change: Change, news: readonly Heard<PartyFact>[]): Promise<void> {
    await this.known.learn(
      news.map(({ fact }) => fact),
      change.tx,
    );
    // Even an older fact of a holder counts: once verified, a customer keeps its balance.
    await ensureBalances(change, holdersIn(news), this.history);
    const inactive = news.filter(({ fact }) => !capabilities[fact.status].banks);
    const ids = inactive.map(({ fact }) => fact.partyId);
    await endSessions(change.tx, ids, this.clock.system());
  }

  /** Stores facts from another service, in a transaction of its own. */
  async store(operation: Operation, facts: readonly PartyFact[]): Promise<void> {
    const at = timeOf(operation);
    const news = facts.map((fact) => ({ fact, at }));
    await this.dataSource.transaction((tx) => this.accept(this.changes.within(tx, operation.traceparent), news));
  }

  private async refreshed(operation: Operation, owner: Owner): Promise<PartyFact | undefined> {
    await this.refresh(operation, owner);
    return this.find(operation, owner);
  }

  private async refresh(operation: Operation, { kind, id }: Owner): Promise<void> {
    const fact = await this.known.ask(partyRoutes[kind], id, operation);
    if (fact) await this.store(operation, [fact]);
  }

  private async find(operation: Operation, owner: Owner): Promise<PartyFact | undefined> {
    return ofAccount(await this.known.find(owner.id), owner, accountOf(operation));
  }
}

const ofAccount = (known: PartyFact | undefined, { kind }: Owner, accountId: string): PartyFact | undefined =>
  known?.kind === kind && known.accountId === accountId ? known : undefined;

/** Each holder once, with the first fact that names it. */
const holdersIn = (news: readonly Heard<PartyFact>[]): Heard<PartyFact>[] => [
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
 * @throws DomainError NotFound, or InvalidResourceState when the owner is suspended or deactivated; inside
 * `Parties.decide` both are decided again
 */
export async function lockActive(tx: EntityManager, accountId: string, owner: Owner): Promise<PartyFact> {
  const known = ofAccount(await lockFact(tx, party, owner.id), owner, accountId);
  if (!known) throw new OwnerRefused('NotFound');
  requireActive(known);
  return known;
}

/** @throws OwnerRefused InvalidResourceState when the owner is suspended or deactivated */
export function requireActive({ kind, status }: PartyFact): void {
  if (capabilities[status].banks) return;
  throw new OwnerRefused('InvalidResourceState', { message: `The ${kind} is ${status}.` });
}

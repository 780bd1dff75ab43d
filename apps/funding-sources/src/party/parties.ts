import { Injectable } from '@nestjs/common';
import { isHolder, type Operation, partyFact, type PartyFact } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, ServiceCalls, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { ensureBalances } from '../funding-source/balance-source.js';
import { type HeardParty, isActive, Party } from './party.entity.js';

/** An account or customer that owns funding sources. */
export interface Owner {
  readonly kind: PartyFact['kind'];
  readonly id: string;
}

/** A refusal that rests on what was last heard of the owner. */
class OwnerRefused extends DomainError {}

/** Who owns funding sources, as last heard from the services that own the owners. */
@Injectable()
export class Parties {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly calls: ServiceCalls,
  ) {}

  /**
   * The owner, which is asked for when nothing was heard of it yet.
   *
   * @throws DomainError NotFound when there is no such owner, or it belongs to another account
   */
  async require(operation: Operation, owner: Owner): Promise<Party> {
    const party = (await this.find(operation, owner)) ?? (await this.refreshed(operation, owner));
    if (!party) throw new DomainError('NotFound');
    return party;
  }

  /**
   * Like `require`, with the balance that the owner has if it is a holder: one that was none yet is asked for again.
   *
   * @throws DomainError NotFound
   */
  async requireWithBalance(operation: Operation, owner: Owner): Promise<Party> {
    const party = await this.require(operation, owner);
    return isHolder(party) ? party : ((await this.refreshed(operation, owner)) ?? party);
  }

  /**
   * Does what the owner's state may forbid (`lockActive`). Such a refusal is decided again on what the owner's service
   * says now, because what was heard last may be old.
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

  /** Stores facts unless newer ones are known, and gives holders their balances, in as many statements for any number. */
  async accept(change: Change, news: readonly HeardParty[]): Promise<void> {
    const newest = new Map<string, PartyFact>();
    for (const { fact } of news) {
      if (fact.version >= (newest.get(fact.partyId)?.version ?? 0)) newest.set(fact.partyId, fact);
    }
    await change.tx.query(
      `INSERT INTO parties (id, account_id, kind, type, status, version)
       SELECT * FROM json_to_recordset($1) AS fact (
         "partyId" uuid, "accountId" uuid, kind text, type text, status text, version integer)
       ORDER BY "partyId"
       ON CONFLICT (id) DO UPDATE SET account_id = EXCLUDED.account_id, kind = EXCLUDED.kind, type = EXCLUDED.type,
         status = EXCLUDED.status, version = EXCLUDED.version, stale = false
       WHERE parties.version < EXCLUDED.version OR (parties.stale AND parties.version = EXCLUDED.version)`,
      [JSON.stringify([...newest.values()])],
    );
    // An older fact still says that there is a balance: what was verified once keeps it.
    await ensureBalances(change, holdersIn(news));
  }

  /** Stores what another service said, in a transaction of its own. */
  async store(operation: Operation, fact: PartyFact): Promise<void> {
    await this.dataSource.transaction((tx) =>
      this.accept(this.changes.within(tx, operation.traceparent), [{ fact, at: timeOf(operation) }]),
    );
  }

  /**
   * From now on nothing is known of any party. The versions stay, so that what the bus says again can't turn back what
   * was told since.
   */
  async forget(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE parties SET stale = true');
  }

  private async refreshed(operation: Operation, owner: Owner): Promise<Party | null> {
    await this.refresh(operation, owner);
    return this.find(operation, owner);
  }

  private async refresh(operation: Operation, { kind, id }: Owner): Promise<void> {
    const fact =
      kind === 'account'
        ? await this.calls.ask('auth', `/internal/accounts/${id}`, operation)
        : await this.calls.ask('customers', `/internal/customers/${id}`, operation);
    if (fact !== undefined) await this.store(operation, partyFact.parse(fact));
  }

  private find(operation: Operation, { kind, id }: Owner): Promise<Party | null> {
    return this.dataSource.manager.findOneBy(Party, { id, kind, accountId: accountOf(operation), stale: false });
  }
}

/** Each holder once, as it was first heard of. */
const holdersIn = (news: readonly HeardParty[]): HeardParty[] => [
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
export async function lockActive(tx: EntityManager, accountId: string, { kind, id }: Owner): Promise<Party> {
  const where = { id, kind, accountId, stale: false };
  const party = await tx.findOne(Party, { where, lock: { mode: 'pessimistic_write' } });
  if (!party) throw new OwnerRefused('NotFound');
  if (!isActive(party)) throw new OwnerRefused('InvalidResourceState', { message: `The ${kind} is ${party.status}.` });
  return party;
}

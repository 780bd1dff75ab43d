import { Injectable } from '@nestjs/common';
import type { AppliedReturn as Return, FactDocument, Operation, PartyFact } from '@halyard/contracts';
import { DomainError, returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { type EntityManager, In } from 'typeorm';
import { Customer } from '../customer.entity.js';
import { customerFact } from '../customer.fact.js';
import { CustomerHistory, type CustomerEvent } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { statusAfter } from '../states/customer-states.js';
import { statusWords } from '../states/status-words.js';
import { AppliedReturn } from './applied-return.entity.js';
import { saveStatuses } from './customer-statuses.rows.js';

/** What returns do to the customers whose banks they came from (reference facts, section 7.9, column C). */
@Injectable()
export class ApplyReturnsHandler {
  constructor(
    private readonly changes: Changes,
    private readonly teller: CustomerTeller,
    private readonly history: CustomerHistory,
  ) {}

  /**
   * All of them, or none. A return that was applied before changes nothing, under whichever operation it comes, and is
   * told again.
   *
   * @returns each customer as it is then
   * @throws DomainError NotFound; ServiceUnavailable when the changes stand but were not told
   */
  execute(operation: Operation, returns: readonly Return[]): Promise<FactDocument<readonly PartyFact[]>> {
    const at = timeOf(operation);
    return this.changes.run(
      operation,
      async (change) => ({ document: 'fact', fact: (await this.apply(change, returns, at)).map(customerFact) }),
      { tell: ({ fact }) => this.teller.tellFundingSources(operation, fact) },
    );
  }

  private async apply(change: Change, returns: readonly Return[], at: Date): Promise<Customer[]> {
    const customers = await lockCustomers(change.tx, new Set(returns.map(({ id }) => id)));
    const events: CustomerEvent[] = [];
    for (const { id, code } of await notApplied(change.tx, returns, at)) {
      const customer = customers.get(id);
      const { customer: action } = returnCodes[code].effects;
      // A deactivated one stays as it is: whoever is to be suspended can send nothing already.
      if (!customer || !action || customer.status === 'deactivated') continue;
      const next = statusAfter(statusWords[action], customer);
      if (!next) continue;
      const { event: type, ...standing } = next;
      const changed = { ...customer, ...standing, version: customer.version + 1 };
      customers.set(id, changed);
      events.push({ customer: changed, type, at, from: customer.status });
    }
    await saveStatuses(
      change.tx,
      [...new Set(events.map(({ customer }) => customer.id))].flatMap((id) => customers.get(id) ?? []),
    );
    await this.history.recordAll(change, events);
    return [...customers.values()];
  }
}

/** In one order, so that two who lock some of the same wait for each other and never both. */
async function lockCustomers(tx: EntityManager, ids: ReadonlySet<string>): Promise<Map<string, Customer>> {
  const order = { id: 'ASC' } as const;
  const lock = { mode: 'pessimistic_write' } as const;
  const customers = await tx.find(Customer, { where: { id: In([...ids]) }, order, lock });
  if (customers.length < ids.size) throw new DomainError('NotFound');
  return new Map(customers.map((customer) => [customer.id, customer]));
}

/** Those that come for the first time, each once. */
async function notApplied(tx: EntityManager, returns: readonly Return[], appliedAt: Date): Promise<Return[]> {
  const rows = returns.map(({ id: customerId, returnId, code }) => ({ customerId, returnId, code, appliedAt }));
  const inserting = tx.createQueryBuilder().insert().into(AppliedReturn).values(rows).orIgnore().returning('return_id');
  const inserted = await inserting.execute();
  const news = new Set((inserted.raw as readonly { readonly return_id: string }[]).map((row) => row.return_id));
  return returns.filter(({ returnId }) => news.delete(returnId));
}

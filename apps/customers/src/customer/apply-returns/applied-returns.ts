import { Injectable } from '@nestjs/common';
import type { FactAnswer, Operation } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import type { AppliedReturn as Return } from '@halyard/contracts/transfers';
import { returnCodes } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Irregularities } from '@halyard/observability';
import { insertNew, lockRecords } from '@halyard/persistence';
import { Customer } from '../customer.entity.js';
import { customerFact } from '../customer.fact.js';
import { CustomerHistory, type CustomerEvent } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { statusAfter } from '../states/customer-states.js';
import { statusWords } from '../states/status-words.js';
import { AppliedReturnRow } from './applied-return.entity.js';
import { keepClosed, saveStatuses } from './customer-statuses.rows.js';

/** Applies the effects of returns on the banks' owners (reference facts, section 7.9, column C). */
@Injectable()
export class AppliedReturns {
  constructor(
    private readonly changes: Changes,
    private readonly teller: CustomerTeller,
    private readonly history: CustomerHistory,
    private readonly irregularities: Irregularities,
  ) {}

  /**
   * Applies all returns in one commit. If a customer is unknown, operators are told and the other returns are applied.
   * A return that was applied before changes nothing, whichever operation it comes with, but is told again.
   *
   * @returns each customer as it is afterwards
   * @throws DomainError ServiceUnavailable if the changes are committed but others could not be told
   */
  execute(operation: Operation, returns: readonly Return[]): Promise<FactAnswer<readonly PartyFact[]>> {
    const at = timeOf(operation);
    return this.changes.run(
      operation,
      async (change) => ({ type: 'fact', fact: (await this.apply(change, returns, at)).map(customerFact) }),
      { tell: ({ fact }) => this.teller.tellFundingSources(operation, fact) },
    );
  }

  private async apply(change: Change, returns: readonly Return[], at: Date): Promise<Customer[]> {
    const customers = await lockRecords(
      change.tx,
      Customer,
      returns.map(({ id }) => id),
    );
    const known = this.irregularities.known({ returns }, ({ id }) => customers.has(id));
    const events: CustomerEvent[] = [];
    const applied = known.map(({ id: customerId, returnId, code }) => ({ customerId, returnId, code, appliedAt: at }));
    const closings = (await insertNew(change.tx, AppliedReturnRow, applied)).flatMap(({ customerId: id, code }) => {
      const { customer: action } = returnCodes[code].effects;
      return action ? [{ id, action }] : [];
    });
    const beingErased = closings.filter(({ id }) => customers.get(id)?.erasureId).map(({ id }) => id);
    const closedForErasure = await keepClosed(change.tx, beingErased);
    for (const { id, action } of closings) {
      const customer = customers.get(id);
      if (!customer) continue;
      // A deactivated customer stays deactivated: it cannot send anyway, and a suspension would achieve no more.
      if (customer.status === 'deactivated' && !closedForErasure.delete(id)) continue;
      // During an erasure nothing else changes the customer. But the erasure may be refused, so the effect has to last
      // beyond it.
      const next = statusAfter(statusWords[action], { ...customer, erasureId: null });
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

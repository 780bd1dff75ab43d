import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts';
import type { Change, HistoryEntry } from '@halyard/messaging';
import { Sealer } from '@halyard/persistence';
import type { Customer, CustomerStatus } from './customer.entity.js';
import { customerFact } from './customer.fact.js';

/** Context under which a history row's snapshot is sealed, for the customer. */
export const HISTORY = 'customers.history';

/** What became of a customer, and when. */
interface Event {
  readonly type: CustomersFact['type'];
  readonly at: Date;
  /** The status before, where that is told. */
  readonly from?: CustomerStatus;
  /** The document that it is about. */
  readonly documentId?: string;
  /** Of an event of one of its owners, who that is. */
  readonly owner?: { readonly id: string };
  /** The operator's application that did it. */
  readonly by?: string;
}

/** An event, and the customer as it is since. */
export interface CustomerEvent extends Event {
  readonly customer: Customer;
}

/** The history of customers: what others are told of each change, and under seal all that the customer was then. */
@Injectable()
export class CustomerHistory {
  constructor(private readonly sealer: Sealer) {}

  /** The customer's version is that of the new row. */
  record(change: Change, customer: Customer, event: Event): Promise<void> {
    return this.recordAll(change, [{ ...event, customer }]);
  }

  /** In their order, in one statement. */
  async recordAll(change: Change, events: readonly CustomerEvent[]): Promise<void> {
    const [first, ...more] = await Promise.all(
      events.map(async ({ customer, ...event }) => {
        const sealed = await this.sealer.seal(customer.id, HISTORY, snapshotOf(customer, event));
        return entryOf(customer, event, sealed);
      }),
    );
    if (first) await change.record(first, ...more);
  }
}

export function entryOf(
  customer: Customer,
  { type, at, from, documentId, owner }: Event,
  sealed?: Buffer,
): HistoryEntry {
  const { id: key, accountId } = customer;
  return {
    key,
    accountId,
    type,
    data: {
      customerId: key,
      ...(from && { from }),
      ...(documentId && { documentId }),
      ...(owner && { beneficialOwnerId: owner.id }),
      fact: customerFact(customer),
    },
    at,
    sealed,
  };
}

/**
 * A customer as it is, its numbers in base64 as they are sealed in its row, without what follows from the rest; with the
 * owner that something befell, and the operator who did it.
 */
export function snapshotOf(
  { emailKey: _, searchText: __, ...customer }: Customer,
  { owner, by }: Pick<Event, 'owner' | 'by'> = {},
): string {
  return JSON.stringify({
    ...readable(customer),
    ...(owner && { beneficialOwner: readable(owner) }),
    ...(by && { by }),
  });
}

const readable = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );

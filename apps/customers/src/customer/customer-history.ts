import { Injectable } from '@nestjs/common';
import type { CustomersFact } from '@halyard/contracts/customers';
import type { Change, HistoryEntry } from '@halyard/changes';
import type { Actor } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import type { Customer, CustomerStatus } from './customer.entity.js';
import { customerFact } from './customer.fact.js';

/** Context under which the snapshots are sealed. */
export const HISTORY = 'customers.history';

interface Event {
  readonly type: CustomersFact['type'];
  readonly at: Date;
  /** The former status, in events that state it. */
  readonly from?: CustomerStatus;
  readonly documentId?: string;
  readonly owner?: { readonly id: string };
  /** The operator who caused it. */
  readonly by?: Actor;
}

/** The customer as it is after the event. */
export interface CustomerEvent extends Event {
  readonly customer: Customer;
}

/** Stores the public data of each change, and a sealed snapshot of the whole customer. */
@Injectable()
export class CustomerHistory {
  constructor(private readonly sealer: Sealer) {}

  /** `customer.version` must be the sequence of the new row. */
  record(change: Change, customer: Customer, event: Event): Promise<void> {
    return this.recordAll(change, [{ ...event, customer }]);
  }

  /** Records the events in order, by one statement. */
  async recordAll(change: Change, events: readonly CustomerEvent[]): Promise<void> {
    const entries = await Promise.all(
      events.map(async ({ customer, ...event }) => {
        const sealed = await this.sealer.seal(customer.id, HISTORY, snapshotOf(customer, event));
        return entryOf(customer, event, sealed);
      }),
    );
    await change.record(...entries);
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
 * A customer as JSON. Its numbers stay sealed, in base64, and columns that follow from others are left out. Adds the
 * owner or the operator of the event, if any.
 */
export function snapshotOf(
  { emailKey: _, searchText: __, controllerText: ___, ...customer }: Customer,
  { owner, by }: Pick<Event, 'owner' | 'by'> = {},
): string {
  return JSON.stringify({
    ...readable(customer),
    ...(owner && { beneficialOwner: readable(owner) }),
    ...(by && { by: by.applicationId, personId: by.personId ?? undefined }),
  });
}

const readable = (row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      Buffer.isBuffer(value) ? value.toString('base64') : value,
    ]),
  );

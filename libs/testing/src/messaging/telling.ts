import type { CloudEvent } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { deriveId } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import { Changes } from '@halyard/changes';
import { recordsOf } from './records.js';

const accountId = deriveId('account');

const type = 'customers.customer-created.v1';

const dataOf = (key: string): { customerId: string; fact: PartyFact } => ({
  customerId: deriveId(key),
  fact: {
    partyId: deriveId(key),
    accountId,
    kind: 'customer',
    type: 'personal',
    status: 'verified',
    version: 1,
  },
});

/** Writes one event for each of the keys to the history. */
export async function tellFrom(tx: EntityManager, keys: readonly string[]): Promise<void> {
  const { record } = new Changes(tx.connection, recordsOf(tx.connection)).within(tx);
  for (const key of keys) await record({ key, accountId, type, data: dataOf(key), at: new Date(0) });
}

/** An open transaction, in which a test writes events. */
export interface SlowTeller {
  tell(...keys: readonly string[]): Promise<void>;
  commit(): Promise<void>;
}

/** Opens a transaction, and leaves it open until the test is done with it. */
export async function beginTelling(dataSource: DataSource): Promise<SlowTeller> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(`SELECT pg_current_xact_id()`);
  return {
    tell: (...keys) => tellFrom(runner.manager, keys),
    commit: async () => {
      await runner.commitTransaction();
      await runner.release();
    },
  };
}

export const eventOf = (key: string, sequence: number, more: Partial<CloudEvent> = {}): CloudEvent => ({
  specversion: '1.0',
  id: deriveId(key, String(sequence)),
  source: 'customers.events.v1',
  type,
  subject: key,
  time: '2026-01-05T00:00:00.000Z',
  datacontenttype: 'application/json',
  accountid: accountId,
  partitionkey: key,
  sequence,
  data: dataOf(key),
  ...more,
});

/** Makes an event of another topic, with the given key. */
export const accountOpened = (key: string): CloudEvent => {
  const { fact } = dataOf(key);
  return eventOf(key, 1, {
    source: 'auth.events.v1',
    type: 'auth.account-opened.v1',
    data: { accountId: fact.partyId, fact: { ...fact, kind: 'account', type: 'account' } },
  });
};

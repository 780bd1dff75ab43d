import type { EntityManager } from 'typeorm';
import { Person } from './person.entity.js';

/**
 * Keeps a person as it is until the transaction is over: for whatever begins a log-in. Several may at a time.
 *
 * @returns null once the person is erased
 */
export const keepPerson = (tx: EntityManager, id: string): Promise<Person | null> =>
  tx.findOne(Person, { where: { id }, lock: { mode: 'pessimistic_read' } });

/**
 * Holds a person alone until the transaction is over: for whatever ends log-ins, or changes what a log-in proves. It comes
 * before any other lock on what belongs to the person.
 *
 * @returns null once the person is erased
 */
export const holdPerson = (tx: EntityManager, id: string): Promise<Person | null> =>
  tx.findOne(Person, { where: { id }, lock: { mode: 'for_no_key_update' } });

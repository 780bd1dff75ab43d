import type { EntityManager } from 'typeorm';
import { Person } from './person.entity.js';

/**
 * Locks a person against changes until the transaction ends, so that a log-in can begin. Several log-ins may hold this
 * lock at once.
 *
 * @returns null once the person is erased
 */
export const keepPerson = (tx: EntityManager, id: string): Promise<Person | null> =>
  tx.findOne(Person, { where: { id }, lock: { mode: 'pessimistic_read' } });

/**
 * Locks a person exclusively until the transaction ends, to end log-ins or change passwords and factors. Take this lock
 * before any other on the person's data.
 *
 * @returns null once the person is erased
 */
export const holdPerson = (tx: EntityManager, id: string): Promise<Person | null> =>
  tx.findOne(Person, { where: { id }, lock: { mode: 'for_no_key_update' } });

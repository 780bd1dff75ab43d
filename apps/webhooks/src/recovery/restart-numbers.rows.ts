import type { Restore } from '@halyard/recovery';
import type { EntityManager } from 'typeorm';
import { MILLION, NOTE_TRIGGER, type NumberSource, reachedBy } from './restarted-numbers.sql.js';

/** A million that a number reached, in an epoch that the restored data may not know. */
export interface ReachedMillion {
  readonly ownerId: string;
  readonly number: number;
  readonly epoch: number;
}

/**
 * Lets the numbers of a kind go on at the next full million above all that clients can have seen. Each restore since
 * the backup was made has moved them on by a million already. Repeated for the same restore, it does nothing.
 *
 * @returns how many numbers go on
 */
export async function restartNumbers(
  tx: EntityManager,
  source: NumberSource,
  { at, epoch }: Restore,
  reached: readonly ReachedMillion[],
): Promise<number> {
  const { kind, table, owner, newest } = source;
  if (kind !== 'deliveries') await addLostAccounts(tx, source, reached);
  const noted = [reached.map((one) => one.ownerId), reached.map((one) => one.number), reached.map((one) => one.epoch)];
  await tx.query(
    `INSERT INTO restarted_numbers (kind, owner_id, last, first, at)
     SELECT $1, ${owner}, ${newest}, greatest(
       ${reachedBy(newest)} + ($3 - known.epoch) * ${MILLION},
       (SELECT max(number + ($3 - noted.epoch) * ${MILLION})
        FROM unnest($4::uuid[], $5::bigint[], $6::integer[]) AS noted (owner_id, number, epoch)
        WHERE noted.owner_id = ${table}.${owner})
     ), $2
     FROM ${table}, (SELECT coalesce(max(epoch), 0) AS epoch FROM restores WHERE epoch < $3) AS known
     WHERE NOT EXISTS (SELECT FROM restarted_numbers WHERE kind = $1 AND at = $2)`,
    [kind, at, epoch, ...noted],
  );
  // The move itself is not to be noted: every epoch has it.
  await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER ${NOTE_TRIGGER}`);
  const [, count] = await tx.query<[unknown, number]>(
    `UPDATE ${table} SET ${newest} = first - 1 FROM restarted_numbers
     WHERE kind = $1 AND owner_id = ${table}.${owner} AND at = $2 AND ${newest} = last`,
    [kind, at],
  );
  await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER ${NOTE_TRIGGER}`);
  return count;
}

/** Adds the accounts that the list knows and the restored data does not, so that their numbers go on, too. */
const addLostAccounts = (
  tx: EntityManager,
  { kind, table }: NumberSource,
  reached: readonly ReachedMillion[],
): Promise<unknown> => {
  const [times, values] =
    kind === 'events' ? [', recorded_at, newest_at', `, 'epoch'::timestamptz, 'epoch'::timestamptz`] : ['', ''];
  return tx.query(
    `INSERT INTO ${table} (account_id, count${times})
     SELECT DISTINCT owner_id, 0${values} FROM unnest($1::uuid[]) AS noted (owner_id)
     ON CONFLICT DO NOTHING`,
    [reached.map((one) => one.ownerId)],
  );
};

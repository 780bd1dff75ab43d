import type { NumberGap } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { MILLION, type NumberKind, READ_RESTARTS } from './restarted-numbers.sql.js';

/** A restore after which the numbers of an account or a subscription went on with a gap. */
export interface Restart extends NumberGap {
  readonly at: Date;
}

interface RestartRow {
  readonly last: string;
  readonly first: string;
  readonly at: Date;
}

type Query = <Row extends object>(sql: string, values: unknown[]) => Promise<Row[]>;

/** Reads the gaps in the numbers of an account or a subscription, lowest first. */
export async function restartsBy(query: Query, kind: NumberKind, ownerId: string): Promise<readonly Restart[]> {
  const rows = await query<RestartRow>(READ_RESTARTS, [kind, ownerId]);
  return rows.map(({ last, first, at }) => ({ last: Number(last), first: Number(first), at }));
}

export const restartsOf = (db: EntityManager, kind: NumberKind, ownerId: string): Promise<readonly Restart[]> =>
  restartsBy((sql, values) => db.query(sql, values), kind, ownerId);

/** The last restart, as clients see it. */
export function restartedOf(restarts: readonly Restart[]): { from: number; to: number; at: string } | undefined {
  const newest = restarts.at(-1);
  return newest && { from: newest.last, to: newest.first, at: newest.at.toISOString() };
}

/**
 * The last number before a restore, if the delivery with this number is the subscription's first one after it. Numbers
 * go on at a full million, so hardly any delivery is looked up.
 */
export async function restartedFrom(
  db: EntityManager,
  subscriptionId: string,
  sequence: number,
): Promise<number | undefined> {
  if (sequence % MILLION !== 0) return undefined;
  const restarts = await restartsOf(db, 'deliveries', subscriptionId);
  return restarts.find(({ first }) => first === sequence)?.last;
}

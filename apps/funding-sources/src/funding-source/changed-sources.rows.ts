import { DomainError } from '@halyard/core';
import { type EntityManager, In } from 'typeorm';
import { FundingSource } from './funding-source.entity.js';

/**
 * Sources that are locked until the commit, each once.
 *
 * @throws DomainError NotFound where one of them is not there
 */
export async function lockSources(
  tx: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FundingSource>> {
  const wanted = new Set(ids);
  // In one order, so that two who lock some of the same wait for each other and never both.
  const order = { id: 'ASC' } as const;
  const lock = { mode: 'pessimistic_write' } as const;
  const sources = await tx.find(FundingSource, { where: { id: In([...wanted]) }, order, lock });
  if (sources.length < wanted.size) throw new DomainError('NotFound');
  return new Map(sources.map((source) => [source.id, source]));
}

const SAVE = `
  UPDATE funding_sources AS source SET status = changed.status, removed_at = changed.removed_at,
    micro_deposits = changed.micro_deposits, version = changed.version
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::jsonb[], $5::integer[])
    AS changed (id, status, removed_at, micro_deposits, version)
  WHERE source.id = changed.id`;

/** Keeps what banks may make of sources: whether they are verified and removed, and their micro-deposits. */
export async function saveSources(tx: EntityManager, sources: readonly FundingSource[]): Promise<void> {
  if (sources.length === 0) return;
  await tx.query(SAVE, [
    sources.map(({ id }) => id),
    sources.map(({ status }) => status),
    sources.map(({ removedAt }) => removedAt),
    sources.map(({ microDeposits }) => microDeposits && JSON.stringify(microDeposits)),
    sources.map(({ version }) => version),
  ]);
}

import { binaryColumns } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { FundingSource } from './funding-source.entity.js';

const SAVE = `
  UPDATE funding_sources AS source SET status = changed.status, removed_at = changed.removed_at,
    micro_deposits = changed.micro_deposits::jsonb, version = changed.version
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::integer[])
    AS changed (id, status, removed_at, micro_deposits, version)
  WHERE source.id = changed.id`;

/** Stores only the columns that returns and micro-deposits change: status, removal and micro-deposits. */
export async function saveSources(tx: EntityManager, sources: readonly FundingSource[]): Promise<void> {
  if (sources.length === 0) return;
  await tx.query(
    SAVE,
    binaryColumns(
      sources,
      ['uuid', ({ id }) => id],
      ['text', ({ status }) => status],
      ['timestamptz', ({ removedAt }) => removedAt],
      ['text', ({ microDeposits }) => microDeposits && JSON.stringify(microDeposits)],
      ['integer', ({ version }) => version],
    ),
  );
}

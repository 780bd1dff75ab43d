import type { EntityManager } from 'typeorm';
import { type Metadata, SealedMetadata, subjectsOf } from '../payment/sealed-metadata.js';
import type { PageOfBoth, Row } from './compared-rows.query.js';

type Terms = Parameters<SealedMetadata['open']>[0];

/**
 * Leaves callers' metadata sealed in computed rows, and opens it only to compare it. So the scratch database has no
 * personal data in plain, and a person who is erased meanwhile is erased there too.
 */
export class KeptMetadata extends SealedMetadata {
  override open({ accountId, legs, sealedMetadata }: Terms): Promise<Metadata | null> {
    if (sealedMetadata === undefined) return Promise.resolve(null);
    const parties = legs.map(({ source, destination }) => ({ source, destination }));
    return Promise.resolve({ terms: JSON.stringify({ accountId, legs: parties, sealedMetadata }) });
  }

  /** Opens what the computed rows of the list of transfers keep sealed. */
  async opened(database: EntityManager, { stored, computed }: PageOfBoth): Promise<PageOfBoth> {
    const kept = new Map(computed.flatMap(({ id, metadata }) => (metadata ? [[id ?? '', termsIn(metadata)]] : [])));
    const erased = await erasedOf(database, new Set([...kept.values()].flatMap(subjectsOf)));
    const storedIn = new Map(stored.map(({ id, metadata }) => [id ?? '', canonical(metadata ?? null)]));
    const open = async (row: Row): Promise<Row> => {
      const terms = kept.get(row['id'] ?? '');
      if (!terms) return row;
      if (subjectsOf(terms).some((subject) => erased.has(subject))) return { ...row, metadata: null };
      const metadata = await super.open(terms);
      // Erased after the moment of which the stored rows are.
      if (!metadata) return { ...row, metadata: storedIn.get(row['id'] ?? '') ?? null };
      return { ...row, metadata: canonical(JSON.stringify(metadata)) };
    };
    return {
      stored: stored.map((row) => ({ ...row, metadata: storedIn.get(row['id'] ?? '') ?? null })),
      computed: await Promise.all(computed.map(open)),
    };
  }
}

const termsIn = (metadata: string): Terms => {
  const { terms } = JSON.parse(metadata) as { readonly terms: string };
  return JSON.parse(terms) as Terms;
};

/** Writes metadata with its names in order, so that equal metadata is equal text. */
function canonical(metadata: string | null): string | null {
  if (metadata === null) return null;
  return JSON.stringify(Object.entries(JSON.parse(metadata) as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function erasedOf(database: EntityManager, subjects: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (subjects.size === 0) return subjects;
  const rows = await database.query<{ subject_id: string }[]>(
    'SELECT subject_id FROM data_keys WHERE subject_id = ANY($1) AND destroyed_at IS NOT NULL',
    [[...subjects]],
  );
  return new Set(rows.map(({ subject_id }) => subject_id));
}

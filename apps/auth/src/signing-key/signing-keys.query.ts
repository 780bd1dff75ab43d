import { queryPrepared } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { SigningKey } from './signing-key.entity.js';

const READ = {
  name: 'read-signing-keys',
  text: `SELECT kid, signs_from AS "signsFrom", CASE WHEN kid = ANY($2::text[]) THEN NULL ELSE sealed_jwk END AS "sealedJwk"
         FROM signing_keys WHERE verifies_until IS NULL OR verifies_until > $1 ORDER BY signs_from, created_at, kid`,
};

/** The keys that verify at this time, ordered by when they begin to sign. Known keys come without their content. */
export const keysThatVerify = (
  db: DataSource | EntityManager,
  at: Date,
  knownKids: readonly string[],
): Promise<(Pick<SigningKey, 'kid' | 'signsFrom'> & { readonly sealedJwk: Buffer | null })[]> =>
  queryPrepared(db, READ, [at, knownKids]);

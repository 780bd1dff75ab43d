import type { DataSource } from 'typeorm';
import { TestClaims } from './behaviour/claims.js';
import { Claim } from '@halyard/core';
import type { ClaimFunction } from '../src/index.js';

class TableClaim extends Claim {
  constructor(
    readonly claimed: string,
    readonly holder: string,
  ) {
    super();
  }

  protected override make(): Promise<boolean> {
    throw new Error('a store beside the claims writes them itself');
  }
}

export class ClaimsInTable extends TestClaims {
  override claim(name: string, holder: string): Claim {
    return new TableClaim(name, holder);
  }
}

export async function makeClaims(dataSource: DataSource): Promise<void> {
  await dataSource.query('CREATE TABLE claims (name uuid PRIMARY KEY, holder uuid NOT NULL)');
  await dataSource.query(`
    CREATE FUNCTION claim_names(appends integer[], wanted uuid[], holders uuid[]) RETURNS integer[] LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO claims SELECT * FROM unnest(wanted, holders) AS one (name, holder) ORDER BY name ON CONFLICT DO NOTHING;
      RETURN coalesce((
        SELECT array_agg(appends[n]) FROM generate_subscripts(appends, 1) AS n
        JOIN claims ON claims.name = wanted[n] WHERE claims.holder <> holders[n]
      ), '{}');
    END $$`);
}

export const claimsInTable: ClaimFunction = {
  name: 'claim_names',
  parameterCount: 3,
  values: (claims) => {
    const ours = claims.map(({ claim }) => {
      if (claim instanceof TableClaim) return claim;
      throw new TypeError('not a claim of this table');
    });
    return [claims.map(({ number }) => number), ours.map(({ claimed }) => claimed), ours.map(({ holder }) => holder)];
  },
};

import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { TableLifetime } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ReadModels } from '../projection/read-models.js';
import { Transfer } from '../transfer/transfer.entity.js';

export interface FrozenLeg {
  readonly paymentId: string;
  readonly legId: string;
}

/** Legs in the order in which they were created, and the account's time at which they were frozen (ISO 8601). */
export interface FrozenSet {
  readonly legs: readonly FrozenLeg[];
  readonly at: string;
}

interface Row {
  readonly legs: readonly FrozenLeg[];
  readonly at: Date;
}

/** Longer than the key of any operation is kept: nobody repeats it after that. */
export const simulationsLifetime = {
  table: 'simulations',
  column: 'recorded_at',
  keptMs: 2 * 24 * 60 * 60_000,
} as const satisfies TableLifetime;

/** Which legs each simulation is about: whoever comes first under an operation decides, for every repeat. */
@Injectable()
export class FrozenSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  async of({ id, at }: Operation, accountId: string, max: number): Promise<FrozenSet> {
    const known = await this.find(id);
    if (known) return known;
    const legs = JSON.stringify(await this.pending(accountId, max));
    await this.dataSource.query(
      'INSERT INTO simulations (operation_id, account_id, at, legs) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, accountId, at, legs],
    );
    const frozen = await this.find(id);
    if (!frozen) throw new Error('a simulation was not frozen');
    return frozen;
  }

  private async find(operationId: string): Promise<FrozenSet | undefined> {
    const sql = 'SELECT legs, at FROM simulations WHERE operation_id = $1';
    const [row] = await this.dataSource.query<Row[]>(sql, [operationId]);
    return row && { legs: row.legs, at: row.at.toISOString() };
  }

  private async pending(accountId: string, max: number): Promise<FrozenLeg[]> {
    const newestFirst = await this.readModels.read('transfers', () =>
      this.dataSource.manager.find(Transfer, {
        select: { id: true, paymentId: true },
        where: { accountId, leg: 'bank', status: 'pending' },
        order: { position: 'DESC', place: 'DESC' },
        take: max,
      }),
    );
    return newestFirst.map(({ id, paymentId }) => ({ legId: id, paymentId })).reverse();
  }
}

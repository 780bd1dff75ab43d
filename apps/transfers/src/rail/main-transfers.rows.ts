import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ReadModels } from '../projection/read-models.js';
import type { Transfer } from '../transfer/transfer.entity.js';

/** The main transfer of a payment, which exists from the payment's acceptance on. */
export interface MainTransfer {
  /** Of the acceptance in the global order. */
  readonly position: bigint;
  readonly correlationId: string | null;
}

interface Row {
  readonly id: string;
  readonly position: string;
  readonly correlation_id: string | null;
}

@Injectable()
export class MainTransfers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  /** @returns by payment id */
  async of(transfers: readonly Transfer[]): Promise<ReadonlyMap<string, MainTransfer>> {
    const ids = [...new Set(transfers.map(({ paymentId }) => paymentId))];
    if (ids.length === 0) return new Map();
    const sql = 'SELECT id, position, correlation_id FROM transfers WHERE id = ANY ($1::uuid[])';
    const rows = await this.readModels.read('transfers', () => this.dataSource.query<Row[]>(sql, [ids]));
    return new Map(
      rows.map(({ id, position, correlation_id: correlationId }) => [
        id,
        { position: BigInt(position), correlationId },
      ]),
    );
  }
}

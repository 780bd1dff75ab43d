import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KnownPayments } from './known-payments.js';
import type { LedgerPayment } from './ledger.fold.js';

interface Row {
  readonly account_id: string;
  readonly payment_id: string;
  /** Leg id -> cents, as text. */
  readonly open_legs: Readonly<Record<string, string>>;
  readonly transit_minor: string;
}

@Injectable()
export class StoredPayments extends KnownPayments {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>> {
    const sql = 'SELECT * FROM ledger_payments WHERE payment_id = ANY($1)';
    const rows = await this.dataSource.query<Row[]>(sql, [paymentIds]);
    return new Map(
      rows.map(({ account_id, payment_id, open_legs, transit_minor }) => [
        payment_id,
        {
          accountId: account_id,
          openLegs: new Map(Object.entries(open_legs).map(([leg, minor]) => [leg, BigInt(minor)])),
          transitMinor: BigInt(transit_minor),
        },
      ]),
    );
  }
}

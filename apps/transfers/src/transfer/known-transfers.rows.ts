import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KnownTransfers } from './known-transfers.js';
import { Transfer } from './transfer.entity.js';

@Injectable()
export class StoredTransfers extends KnownTransfers {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async ofPayments(paymentIds: readonly string[]): Promise<ReadonlyMap<string, readonly Transfer[]>> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(Transfer, 'transfer')
      .where('transfer.id = ANY (:ids) OR transfer.payment_id = ANY (:ids) AND transfer.id <> transfer.payment_id', {
        ids: paymentIds,
      })
      .orderBy('transfer.place')
      .getMany();
    return Map.groupBy(rows, ({ paymentId }) => paymentId);
  }

  override async lastNumbers(partyIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.dataSource.query<{ party_id: string; number: string }[]>(
      `SELECT party_id, coalesce((
         SELECT number FROM party_transfers AS listed WHERE listed.party_id = party.party_id
         ORDER BY number DESC LIMIT 1
       ), 0) AS number
       FROM unnest($1::uuid[]) AS party (party_id)`,
      [partyIds],
    );
    return new Map(rows.map(({ party_id, number }) => [party_id, BigInt(number)]));
  }

  override lastAccountNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return this.lastOfAccounts('account_number', accountIds);
  }

  override lastPaymentNumbers(accountIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    return this.lastOfAccounts('payment_number', accountIds);
  }

  private async lastOfAccounts(
    column: 'account_number' | 'payment_number',
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.dataSource.query<{ account_id: string; number: string }[]>(
      `SELECT account_id, coalesce((
         SELECT ${column} FROM transfers AS listed
         WHERE listed.account_id = account.account_id AND ${column} IS NOT NULL
         ORDER BY ${column} DESC LIMIT 1
       ), 0) AS number
       FROM unnest($1::uuid[]) AS account (account_id)`,
      [accountIds],
    );
    return new Map(rows.map(({ account_id, number }) => [account_id, BigInt(number)]));
  }
}

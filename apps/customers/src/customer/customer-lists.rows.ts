import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@halyard/persistence';
import { DataSource } from 'typeorm';

const ACCOUNTS_MAX = 100;
/** How long new customers may gather before they are listed though nobody asks. */
const GATHER_MS = 1_000;

/**
 * Gives customers their position in their account's list: once they are committed, so that no creation waits for
 * another, and before a list is read, so that whoever was answered finds its customer there. Positions count from 1
 * without a hole: the last one is the total, and a creation that commits late stands behind all that were listed before
 * it, never between them.
 */
@Injectable()
export class CustomerLists implements OnApplicationShutdown {
  private readonly listing = new Batcher<string, number>((accounts) => this.list(accounts), {
    sizeMax: ACCOUNTS_MAX,
    gathers: false,
  });
  private readonly grown = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** How many customers the account has. All that are committed are in its list by then. */
  lengthOf(accountId: string): Promise<number> {
    return this.listing.add(accountId);
  }

  /** A customer of the account was committed. What a list does not ask for it need not put in order, but for the rest. */
  grew(accountId: string): void {
    this.grown.add(accountId);
    this.timer ??= setTimeout(() => this.listGrown(), GATHER_MS).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private listGrown(): void {
    this.timer = undefined;
    const accounts = [...this.grown];
    this.grown.clear();
    // What fails here is done by whoever asks for the list.
    for (const account of accounts) this.lengthOf(account).catch(() => undefined);
  }

  /** By id, so that two processes take the accounts' locks in one order. */
  private async list(accountIds: readonly string[]): Promise<number[]> {
    const accounts = [...new Set(accountIds)].sort();
    const rows = await this.dataSource.query<{ length: number }[]>(
      'SELECT list_new_customers(account) AS length FROM unnest($1::uuid[]) AS account',
      [accounts],
    );
    return accountIds.map((account) => rows[accounts.indexOf(account)]?.length ?? 0);
  }
}

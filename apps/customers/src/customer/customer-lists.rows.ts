import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@halyard/persistence';
import { DataSource } from 'typeorm';

const ACCOUNTS_MAX = 100;
/** How long new customers are gathered before they are listed, when no list is read. */
const GATHER_MS = 1_000;

/**
 * Gives customers their positions in their account's list: after the commit, so that no creation waits for another, and
 * before a list is read, so that a client finds every customer whose creation was answered. Positions count from 1
 * without gaps: the last one is the total, and a creation that commits late comes after all that were listed before it,
 * never between them.
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

  /** The number of the account's customers. All committed ones are in its list afterwards. */
  lengthOf(accountId: string): Promise<number> {
    return this.listing.add(accountId);
  }

  /**
   * Notes that a customer of the account was committed. It is listed soon even when nobody reads the list, so that a
   * later reader finds little left to list.
   */
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
    // A failure here does no harm: the next reader of the list lists them.
    for (const account of accounts) this.lengthOf(account).catch(() => undefined);
  }

  /** Sorted by id, so that two processes take the locks of accounts in the same order. */
  private async list(accountIds: readonly string[]): Promise<number[]> {
    const accounts = [...new Set(accountIds)].sort();
    const rows = await this.dataSource.query<{ length: number }[]>(
      'SELECT list_new_customers(account) AS length FROM unnest($1::uuid[]) AS account',
      [accounts],
    );
    return accountIds.map((account) => rows[accounts.indexOf(account)]?.length ?? 0);
  }
}

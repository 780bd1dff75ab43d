import type { OnApplicationShutdown } from '@nestjs/common';
import { Batcher } from '@halyard/persistence';
import type { DataSource } from 'typeorm';

const OWNERS_MAX = 100;
/** How long new items are gathered before they are listed. A reader of the list makes this happen at once. */
const GATHER_MS = 1_000;

/**
 * Gives new items their numbers in their owner's list. This happens after the commit, so that no creation waits for
 * another, and before a list is read, so that a client finds every item whose creation was answered. Numbers count from
 * 1 without gaps, so the last one is the total. An item that commits late comes after all items that were listed before
 * it, and never between them (ADR 21).
 */
export abstract class GrowingLists implements OnApplicationShutdown {
  private readonly listing = new Batcher<string, number>((owners) => this.list(owners), {
    sizeMax: OWNERS_MAX,
    gathers: false,
  });
  private readonly grown = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /** @param listNew a database function that lists an owner's new items and returns the length of the list */
  constructor(
    private readonly dataSource: DataSource,
    private readonly listNew: string,
  ) {}

  /** Lists all of the owner's committed items. @returns the length of the list */
  lengthOf(ownerId: string): Promise<number> {
    return this.listing.add(ownerId);
  }

  /**
   * Notes that the owner has a new item. It is listed soon, even if nobody reads the list, which keeps later reads
   * short.
   */
  grew(ownerId: string): void {
    this.grown.add(ownerId);
    this.timer ??= setTimeout(() => this.listGrown(), GATHER_MS).unref();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  private listGrown(): void {
    this.timer = undefined;
    const owners = [...this.grown];
    this.grown.clear();
    // A failure does no harm, because the next reader of the list lists the items.
    for (const owner of owners) this.lengthOf(owner).catch(() => undefined);
  }

  /** Lists the new items of owners. Owners are sorted, so that two processes lock them in the same order. */
  private async list(ownerIds: readonly string[]): Promise<number[]> {
    const owners = [...new Set(ownerIds)].sort();
    const rows = await this.dataSource.query<{ length: number }[]>(
      `SELECT ${this.listNew}(owner) AS length FROM unnest($1::uuid[]) AS owner`,
      [owners],
    );
    return ownerIds.map((owner) => rows[owners.indexOf(owner)]?.length ?? 0);
  }
}

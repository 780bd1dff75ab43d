/** How many lists are cached. Each takes a few bytes; other lists are looked up. */
const LISTS_MAX = 50_000;

/**
 * The number of the last transfer in each list. Only one process moves the read model, so it caches the numbers from
 * page to page. If another process has moved it, the page fails and the cache is dropped.
 */
export class ListNumbers {
  private readonly last = new Map<string, bigint>();

  /** @param stored looks up the last numbers of these owners' lists, 0 for an empty one */
  constructor(private readonly stored: (ownerIds: readonly string[]) => Promise<ReadonlyMap<string, bigint>>) {}

  /** Loads the last numbers of these owners' lists, for `next`. */
  async know(ownerIds: ReadonlySet<string>): Promise<void> {
    if (this.last.size > LISTS_MAX) this.forget();
    const unknown = [...ownerIds].filter((ownerId) => !this.last.has(ownerId));
    if (unknown.length === 0) return;
    for (const [ownerId, number] of await this.stored(unknown)) this.last.set(ownerId, number);
  }

  next(ownerId: string): bigint {
    const last = this.last.get(ownerId);
    if (last === undefined) throw new Error('the numbers of this list are not known');
    this.last.set(ownerId, last + 1n);
    return last + 1n;
  }

  forget(): void {
    this.last.clear();
  }
}

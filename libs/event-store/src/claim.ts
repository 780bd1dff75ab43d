/**
 * Something beside the streams that one writer alone can have, and that has to stand before an append does: the key of a
 * request, say. The same claim again, of the same append, still stands.
 */
export abstract class Claim {
  private known: boolean | undefined;

  /** Whether it stands, once a store has seen to it. */
  get stands(): boolean | undefined {
    return this.known;
  }

  /** Sees to it that it stands, durably: for stores that don't lie beside it. */
  async see(): Promise<boolean> {
    this.settle(await this.make());
    return this.known === true;
  }

  /** For a store that has written it along with the append. */
  settle(stands: boolean): void {
    this.known = stands;
  }

  /** @returns whether it stands */
  protected abstract make(): Promise<boolean>;
}

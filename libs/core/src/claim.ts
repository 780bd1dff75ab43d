/**
 * Something outside the streams that only one writer can own, and that must hold before an append is made: the
 * Idempotency-Key of a request, say. The same append may make the same claim again.
 */
export abstract class Claim {
  private known: boolean | undefined;

  /** Whether it holds; undefined until a store has made it. */
  get stands(): boolean | undefined {
    return this.known;
  }

  /** Makes it, durably: for stores that don't lie beside the claims. */
  async see(): Promise<boolean> {
    this.settle(await this.make());
    return this.known === true;
  }

  /** For a store that has made it in the commit of the append. */
  settle(stands: boolean): void {
    this.known = stands;
  }

  /** @returns whether it holds */
  protected abstract make(): Promise<boolean>;
}

/**
 * A claim outside the streams that only one writer can own, and that must hold before an append: the Idempotency-Key of
 * a request, for example. The same append may make its claim again.
 */
export abstract class Claim {
  private known: boolean | undefined;

  /** Whether the claim holds; undefined until a store has made it. */
  get stands(): boolean | undefined {
    return this.known;
  }

  /** Makes the claim, durably, for stores that don't lie beside the claims. */
  async see(): Promise<boolean> {
    this.settle(await this.make());
    return this.known === true;
  }

  /** For a store that has made the claim in the commit of the append. */
  settle(stands: boolean): void {
    this.known = stands;
  }

  /** @returns whether it holds */
  protected abstract make(): Promise<boolean>;
}

/**
 * A right outside the streams that only one writer can have, and that must hold before an append, such as the right to
 * the Idempotency-Key of a request. A repeat of the append may make the claim again.
 */
export abstract class Claim {
  private known: boolean | undefined;

  /** Whether the claim holds; undefined until a store has made it. */
  get stands(): boolean | undefined {
    return this.known;
  }

  /** Makes the claim durably, for stores that are not beside the claims. @returns whether it holds */
  async see(): Promise<boolean> {
    this.settle(await this.make());
    return this.known === true;
  }

  /** Notes the result, for a store that has made the claim in the commit of the append. */
  settle(stands: boolean): void {
    this.known = stands;
  }

  /** Makes the claim. @returns whether it holds */
  protected abstract make(): Promise<boolean>;
}

/** Tells which advance of an account's clock goes on. */
export abstract class RunningAdvances {
  /** @returns the id of the advance; undefined if none goes on */
  abstract of(accountId: string): Promise<string | undefined>;
}

/**
 * The source of time. Callers ask for the time of an account, because sandbox accounts can have clocks of their own.
 * Only its adapters may use `Date.now()` and `new Date()`. It is a class, so that it is its own injection token.
 */
export abstract class Clock {
  /** The time of an account and its resources. It is a promise, because a process may have to fetch it. */
  abstract now(accountId: string): Promise<Date>;
  /** The time of this installation, for leases, retries, and the expiry of tokens and keys. */
  abstract system(): Date;

  /** Whether an account's time passes by itself. If not, nothing of the account's future ever comes due. */
  isRunning(_accountId: string): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Whether whatever is due in the account waits for those who advance its clock, even if it is overdue. */
  isHeld(_accountId: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Does work during which the account's clock is not changed. */
  hold<Result>(_accountId: string, work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  /** Follows an account's time while its clock is not changed. @returns a function that says the time without waiting */
  async follow(accountId: string): Promise<() => Date> {
    const at = (await this.now(accountId)).getTime();
    const passes = await this.isRunning(accountId);
    const since = this.system().getTime();
    return () => new Date(passes ? at + this.system().getTime() - since : at);
  }
}

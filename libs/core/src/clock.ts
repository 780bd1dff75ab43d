/**
 * Where time comes from. Given per account, because sandbox accounts can have a clock of their own; `Date.now()` and
 * `new Date()` stand in its adapter only. A class, so that it is its own injection token.
 */
export abstract class Clock {
  /** The time that holds for an account's resources. A promise, because a process need not have it at hand. */
  abstract now(accountId: string): Promise<Date>;
  /** The time of this installation: leases, retries, expiry of tokens and keys. */
  abstract system(): Date;

  /** Whether an account's time goes on by itself: while it does not, what lies ahead of it never comes. */
  isRunning(_accountId: string): Promise<boolean> {
    return Promise.resolve(true);
  }
}

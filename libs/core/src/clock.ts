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
}

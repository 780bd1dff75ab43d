const FRESH_MS = 5 * 60_000;

/**
 * Whether a log-in was at most five minutes ago. Changes of people, secrets, passwords and factors need one (RFC 9470).
 *
 * @param loggedInMs since the epoch
 */
export const isFreshLogIn = (loggedInMs: number, now: Date): boolean => now.getTime() - loggedInMs <= FRESH_MS;

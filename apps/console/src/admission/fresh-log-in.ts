import type { ConsoleRequest } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

/** How recent a fresh log-in has to be, in seconds. */
export const FRESH_SECONDS = 300;

/** First segments of the paths below which a write needs to know that the person is still there. */
const guarded: ReadonlySet<string> = new Set(['people', 'invitations', 'applications']);
/** What operators do to a person as owners do. */
const OPERATED_PERSON = '/operations/people/:id';

/**
 * Writes to people, invitations, applications and their secrets, and erasures, are done by who has just logged in.
 *
 * @throws DomainError FreshLogInRequired
 */
export function requireFreshLogIn(
  { method, path }: Pick<ConsoleRequest, 'method' | 'path'>,
  loggedInAt: Date,
  now: Date,
): void {
  if (method === 'GET' || method === 'HEAD' || !isGuarded(path)) return;
  if (now.getTime() - loggedInAt.getTime() > FRESH_SECONDS * 1_000) throw new DomainError('FreshLogInRequired');
}

function isGuarded(path: string): boolean {
  const segments = path.split('/').slice(1);
  const [first = ''] = segments;
  return guarded.has(first) || path === OPERATED_PERSON || segments.some((segment) => segment === 'erasures');
}

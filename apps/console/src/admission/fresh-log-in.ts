import type { ConsoleRequest } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';

export const FRESH_SECONDS = 300;

/** Writes below paths that begin with these segments need a fresh log-in. */
const guarded: ReadonlySet<string> = new Set(['people', 'invitations', 'applications']);
/** Operators change people here as owners do at /people. */
const OPERATED_PERSON = '/operations/people/:id';

/**
 * Requires a fresh log-in for erasures and for writes to people, invitations, applications and their secrets.
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

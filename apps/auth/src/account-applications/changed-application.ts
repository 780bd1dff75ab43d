import { covers } from '@halyard/contracts';
import type { Application, PendingChange } from '../application/application.entity.js';

export type AskedApplication = Partial<
  Pick<
    Application,
    | 'name'
    | 'redirectUrls'
    | 'postLogoutRedirectUrls'
    | 'origins'
    | 'strictRedirects'
    | 'requirePkce'
    | 'scopes'
    | 'permissions'
  >
>;

/**
 * Applies a change. An approved integration keeps its name, redirect URLs, scopes and permissions until an operator
 * approves new ones. Rights that it gives up are lost at once. A rejected integration waits for approval again.
 */
export function changed(before: Application, asked: AskedApplication): Application {
  if (before.kind !== 'integration' || before.status !== 'active') {
    const isSubmitted = before.status === 'rejected';
    return strict({ ...before, ...asked, ...(isSubmitted && { status: 'waiting', reason: null }) });
  }
  const { name, redirectUrls, scopes, permissions, ...free } = asked;
  const after = { ...before, ...free };
  if (scopes) after.scopes = before.scopes.filter((scope) => scopes.includes(scope));
  if (permissions && covers(before.permissions, permissions)) after.permissions = permissions;
  const pending: PendingChange = {
    ...before.pending,
    ...(name !== undefined && { name }),
    ...(redirectUrls && { redirectUrls }),
    ...(scopes && { scopes }),
    ...(permissions && { permissions }),
  };
  return strict({ ...after, pending: differing(after, pending) });
}

function differing(application: Application, pending: PendingChange): PendingChange | null {
  const { name, redirectUrls, scopes, permissions } = pending;
  const different: PendingChange = {
    ...(name !== undefined && name !== application.name && { name }),
    ...(redirectUrls && !isSame(redirectUrls, application.redirectUrls) && { redirectUrls }),
    ...(scopes?.some((scope) => !application.scopes.includes(scope)) && { scopes }),
    ...(permissions && !covers(application.permissions, permissions) && { permissions }),
  };
  return Object.keys(different).length > 0 ? different : null;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);

/** PKCE is required when redirect URLs are compared as text. */
const strict = (application: Application): Application => ({
  ...application,
  requirePkce: application.requirePkce || application.strictRedirects,
});

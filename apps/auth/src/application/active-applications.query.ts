import { queryPrepared } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import type { Application } from './application.entity.js';

/** The columns needed to authorize an application and to make its tokens. */
export type KnownApplication = Pick<
  Application,
  | 'id'
  | 'accountId'
  | 'key'
  | 'kind'
  | 'name'
  | 'secretHash'
  | 'formerSecrets'
  | 'scopes'
  | 'permissions'
  | 'redirectUrls'
  | 'postLogoutRedirectUrls'
  | 'strictRedirects'
  | 'requirePkce'
  | 'status'
> & { readonly isAccountSuspended: boolean };

export type ActiveApplication = KnownApplication & { readonly status: 'active'; readonly isAccountSuspended: false };

export const isActive = (application: KnownApplication): application is ActiveApplication =>
  application.status === 'active' && !application.isAccountSuspended;

const READ_KNOWN = {
  name: 'read-known-applications',
  text: `SELECT applications.id, account_id AS "accountId", secret_hash AS "secretHash",
           former_secrets AS "formerSecrets", scopes, permissions, key, kind, applications.name, redirect_urls AS "redirectUrls",
           post_logout_redirect_urls AS "postLogoutRedirectUrls", strict_redirects AS "strictRedirects",
           require_pkce AS "requirePkce", status, suspended_at IS NOT NULL AS "isAccountSuspended"
         FROM applications JOIN accounts ON accounts.id = account_id WHERE applications.id = ANY($1::uuid[])`,
};

/** Returns applications in the order of the ids; undefined for ids that don't exist. */
export async function knownApplications(
  dataSource: DataSource,
  ids: readonly string[],
): Promise<readonly (KnownApplication | undefined)[]> {
  const rows = await queryPrepared<KnownApplication>(dataSource, READ_KNOWN, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

import { queryPrepared } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import type { Application } from './application.entity.js';

/** The part of an application that is needed to authorize it and to make tokens. */
export type ActiveApplication = Pick<
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
>;

const READ_ACTIVE = {
  name: 'read-active-applications',
  text: `SELECT id, account_id AS "accountId", secret_hash AS "secretHash",
           former_secrets AS "formerSecrets", scopes, permissions, key, kind, name, redirect_urls AS "redirectUrls",
           post_logout_redirect_urls AS "postLogoutRedirectUrls", strict_redirects AS "strictRedirects",
           require_pkce AS "requirePkce"
         FROM applications WHERE id = ANY($1::uuid[]) AND status = 'active'`,
};

/** The active applications with these ids, in the order of the ids; undefined for the others. */
export async function activeApplications(
  dataSource: DataSource,
  ids: readonly string[],
): Promise<readonly (ActiveApplication | undefined)[]> {
  const rows = await queryPrepared<ActiveApplication>(dataSource, READ_ACTIVE, [ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

import { type ApplicationPrincipal, type AttributesOf, ref, type ResourceAnswer } from '@halyard/contracts';
import type { Application } from '../application/application.entity.js';
import { originsOf } from '../application/origins.js';
import type { AuthConfig } from '../config.js';
import { isOperatorsAlone } from './delegation.js';

export function applicationAttributes(application: Application, config: AuthConfig): AttributesOf<'application'> {
  const { id, name, kind, key, status, reason, permissions, pending, createdAt } = application;
  return {
    id,
    name,
    kind,
    key,
    status,
    ...(reason !== null && { reason }),
    scopes: application.scopes,
    permissions,
    redirectUrls: application.redirectUrls,
    postLogoutRedirectUrls: application.postLogoutRedirectUrls,
    origins: originsOf(application, config),
    strictRedirects: application.strictRedirects,
    requirePkce: application.requirePkce,
    created: createdAt.toISOString(),
    ...(pending && { pending }),
  };
}

export function applicationAnswer(
  application: Application,
  reader: ApplicationPrincipal,
  config: AuthConfig,
): ResourceAnswer<'application'> {
  const { id, kind, status } = application;
  const isChangeable = kind !== 'first-party' && status !== 'suspended' && !isOperatorsAlone(application, reader);
  return {
    type: 'resource',
    kind: 'application',
    id,
    attributes: applicationAttributes(application, config),
    links: isChangeable ? { edit: ref('application', id), 'rotate-secret': ref('createApplicationSecret', id) } : {},
  };
}

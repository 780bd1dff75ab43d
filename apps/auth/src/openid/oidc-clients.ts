import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { isPublic } from '../application/application.entity.js';
import type { ApplicationCredentials } from '../application/application-credentials.js';

/** OpenID Connect scopes that every application may ask a person for. */
export const PERSONAL_SCOPES: readonly string[] = ['profile', 'email'];

/** RFC 8628, 3.4. */
export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Applications as clients of oidc-provider, which can't change them: only our own routes do. */
export class ApplicationClients implements Adapter {
  constructor(private readonly credentials: ApplicationCredentials) {}

  /** Tokens name the application by its id, whichever key the client sent. */
  async find(key: string): Promise<AdapterPayload | undefined> {
    const application = await this.credentials.find(key);
    return application && clientOf(application);
  }

  upsert = readOnly;
  findByUserCode = readOnly;
  findByUid = readOnly;
  consume = readOnly;
  destroy = readOnly;
  revokeByGrantId = readOnly;
}

function clientOf(application: ActiveApplication): AdapterPayload {
  const { id, kind, scopes, redirectUrls, requirePkce, strictRedirects } = application;
  // The library only needs to see that there is a secret; `compareClientSecret` checks the real one.
  const proof = isPublic(application) ? { token_endpoint_auth_method: 'none' as const } : { client_secret: 'hashed' };
  const client = { client_id: id, ...proof };
  // The console proves who it is only by its redirect URL, and device grants have none.
  const asksDevices = kind === 'integration' || isPublic(application);
  if (kind === 'server') return { ...client, scope: scopes.join(' ') };
  return {
    ...client,
    scope: [...scopes, ...PERSONAL_SCOPES].join(' '),
    grant_types: [
      ...['authorization_code', 'refresh_token', ...(kind === 'integration' ? ['client_credentials'] : [])],
      ...(asksDevices ? [DEVICE_CODE_GRANT] : []),
    ],
    response_types: ['code'],
    redirect_uris: redirectUrls,
    requires_pkce: requirePkce || strictRedirects,
    strict_redirects: strictRedirects,
  };
}

const readOnly = (): Promise<undefined> => Promise.reject(new Error('applications are not changed through OAuth'));

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { ApplicationCredentials } from '../application/application-credentials.js';

/** Applications as clients of oidc-provider, which can't change them: they are opened elsewhere. */
export class ApplicationClients implements Adapter {
  constructor(private readonly credentials: ApplicationCredentials) {}

  /** Tokens name the application by its id, whichever key the client sent. */
  async find(key: string): Promise<AdapterPayload | undefined> {
    const application = await this.credentials.find(key);
    if (!application) return undefined;
    return {
      client_id: application.id,
      // The library wants one to know that there is one; what it is, `compareClientSecret` finds out.
      client_secret: 'hashed',
      scope: application.scopes.join(' '),
    };
  }

  upsert = readOnly;
  findByUserCode = readOnly;
  findByUid = readOnly;
  consume = readOnly;
  destroy = readOnly;
  revokeByGrantId = readOnly;
}

const readOnly = (): Promise<undefined> => Promise.reject(new Error('applications are not changed through OAuth'));

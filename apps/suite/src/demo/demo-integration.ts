import type { Seed } from '@halyard/auth/seed';
import { join } from 'node:path';
import { type Credentials, newCredentials } from './new-credentials.js';
import { keptPrivately } from './private-files.js';

/** The example in the how-to listens here. */
const REDIRECT_URL = 'http://localhost:3000/callback';

/** An integration to which owners of any account may give access. */
export interface DemoIntegration extends Credentials {
  readonly id: string;
  readonly redirectUrl: string;
  /** The integration's own account. */
  readonly accountId: string;
}

interface StoredCredentials {
  /** The credentials of the first application of the integration's account. */
  readonly server: Credentials;
  readonly integration: Credentials;
}

const newKept = (): StoredCredentials => ({ server: newCredentials(), integration: newCredentials() });

/**
 * Adds an approved integration to its own account, if it is not there yet. Its credentials are kept among the keys.
 * @param openAccount opens that account with its first application, or finds it
 */
export async function demoIntegration(
  seed: Seed,
  openAccount: (server: Credentials) => Promise<string>,
  keysDir: string,
): Promise<DemoIntegration> {
  const { server, integration: credentials } = await keptPrivately(join(keysDir, 'demo-integration.json'), newKept);
  const accountId = await openAccount(server);
  const { id } = await seed.addApplication({
    ...{ accountId, name: 'Demo Integration', kind: 'integration', redirectUrls: [REDIRECT_URL] },
    ...{ permissions: 'read-write-transact', isApproved: true, isStrict: false, credentials },
  });
  return { id, ...credentials, redirectUrl: REDIRECT_URL, accountId };
}

import { hash } from 'node:crypto';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { type Identities, identityText, loadIdentities } from '@halyard/persistence';

const secretOf = (service: string, installation: string): Buffer =>
  hash('sha256', `only for tests: ${installation} ${service}`, 'buffer');

/**
 * A service's own identity and those of all services, the same in every test; another installation has different ones.
 */
export function testIdentities(service: ServiceName, installation = ''): Identities {
  return loadIdentities(service, {
    env: {
      IDENTITY_KEY: secretOf(service, installation).toString('base64'),
      SERVICE_IDENTITIES: serviceNames.map((name) => identityText(name, secretOf(name, installation))).join(),
    },
  });
}

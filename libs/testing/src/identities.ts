import { hash } from 'node:crypto';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { type Identities, identityText, loadIdentities } from '@halyard/persistence';

const secretOf = (service: string, installation: string): Buffer =>
  hash('sha256', `only for tests: ${installation} ${service}`, 'buffer');

/**
 * Makes a service's own identity and the public identities of all. They are the same in every test, but differ between
 * installations.
 */
export function testIdentities(service: ServiceName, installation = ''): Identities {
  return loadIdentities(service, {
    env: {
      IDENTITY_KEY: secretOf(service, installation).toString('base64'),
      SERVICE_IDENTITIES: serviceNames.map((name) => identityText(name, secretOf(name, installation))).join(),
    },
  });
}

import { type ServiceName, serviceNames } from '@halyard/contracts';
import { StartFailure } from './start-failure.js';

export type Replicas = Readonly<Record<ServiceName, number>>;

const REPLICAS_MAX = 16;
export const REPLICAS_USAGE = `--replicas takes service=count pairs with commas between them, like transfers=2,gateway=2 (services: ${serviceNames.join(', ')}; counts: 1 to ${REPLICAS_MAX})`;

const isService = (name: string): name is ServiceName => serviceNames.some((service) => service === name);

/** Reads `transfers=2,gateway=2`; other services run once. @throws StartFailure that says what the option accepts */
export function replicasOf(option: string): Replicas {
  const counts = new Map<ServiceName, number>();
  for (const pair of option.split(',').filter(Boolean)) {
    const [name = '', text = ''] = pair.trim().split('=');
    const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
    if (!isService(name) || count < 1 || count > REPLICAS_MAX) throw new StartFailure(REPLICAS_USAGE);
    counts.set(name, count);
  }
  const countOf = (service: ServiceName): number => counts.get(service) ?? 1;
  return {
    gateway: countOf('gateway'),
    console: countOf('console'),
    auth: countOf('auth'),
    customers: countOf('customers'),
    'funding-sources': countOf('funding-sources'),
    transfers: countOf('transfers'),
    webhooks: countOf('webhooks'),
  };
}

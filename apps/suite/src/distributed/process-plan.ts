import type { Environment } from '@halyard/config';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { freePort } from '@halyard/persistence';
import type { Replicas } from './replicas.js';

/** One process of a service. */
export interface PlannedProcess {
  /** `transfers.1` */
  readonly name: string;
  readonly service: ServiceName;
  /** Where other services reach it; kept over its restarts. */
  readonly port: number;
}

export const urlOf = ({ port }: PlannedProcess): string => `http://127.0.0.1:${port}`;

/** The gateways last. */
export async function planProcesses(replicas: Replicas): Promise<PlannedProcess[]> {
  const places = serviceNames
    .toReversed()
    .flatMap((service) =>
      Array.from({ length: replicas[service] }, (_, index) => ({ service, name: `${service}.${index + 1}` })),
    );
  return Promise.all(places.map(async (place) => ({ ...place, port: await freePort() })));
}

/** `TRANSFERS_URLS` and its like: where each service's processes are. */
export function addressesIn(plan: readonly PlannedProcess[]): Environment {
  const settings = serviceNames
    .filter((service) => service !== 'gateway')
    .map((service) => [
      `${service.replaceAll('-', '_').toUpperCase()}_URLS`,
      plan
        .filter((process) => process.service === service)
        .map(urlOf)
        .join(','),
    ]);
  return Object.fromEntries(settings) as Environment;
}

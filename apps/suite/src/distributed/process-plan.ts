import type { Environment } from '@halyard/config';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import { freePort } from '@halyard/local-servers';
import type { Replicas } from './replicas.js';

/** One process of a service. */
export interface PlannedProcess {
  /** For example `transfers.1`. */
  readonly name: string;
  readonly service: ServiceName;
  /** Port for the other services; kept over restarts. */
  readonly port: number;
}

export const urlOf = ({ port }: PlannedProcess): string => `http://127.0.0.1:${port}`;

/**
 * Plans the processes of all services, the gateways last.
 *
 * @param taken ports reserved for others, who may not be listening yet
 */
export async function planProcesses(
  replicas: Replicas,
  taken: readonly number[],
  findPort = freePort,
): Promise<PlannedProcess[]> {
  const places = serviceNames
    .toReversed()
    .flatMap((service) =>
      Array.from({ length: replicas[service] }, (_, index) => ({ service, name: `${service}.${index + 1}` })),
    );
  const used = new Set(taken);
  const nextPort = async (): Promise<number> => {
    const port = await findPort();
    if (used.has(port)) return nextPort();
    used.add(port);
    return port;
  };
  const plan: PlannedProcess[] = [];
  for (const place of places) plan.push({ ...place, port: await nextPort() });
  return plan;
}

/** `TRANSFERS_URLS` and the like: the addresses of each service's processes. */
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

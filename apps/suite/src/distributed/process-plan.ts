import type { Environment } from '@halyard/config';
import { type ServiceName, serviceNames } from '@halyard/contracts';
import type { OwnPorts } from '../own-ports.js';
import type { Replicas } from '../replicas.js';

export interface PlannedProcess {
  /** For example `transfers.1`. */
  readonly name: string;
  readonly service: ServiceName;
  /** Port for the other services; kept over restarts. */
  readonly port: number;
  /** Ports for its metrics, in turns: a process that replaces another serves beside it for a moment. */
  readonly metricsPorts: readonly [number, number];
}

export const urlOf = ({ port }: PlannedProcess): string => `http://127.0.0.1:${port}`;

/** The gateways come last. */
export async function planProcesses(replicas: Replicas, ownPorts: OwnPorts): Promise<PlannedProcess[]> {
  const places = serviceNames
    .toReversed()
    .flatMap((service) =>
      Array.from({ length: replicas[service] }, (_, index) => ({ service, name: `${service}.${index + 1}` })),
    );
  const plan: PlannedProcess[] = [];
  for (const place of places) {
    const port = await ownPorts.reserve();
    plan.push({ ...place, port, metricsPorts: [await ownPorts.reserve(), await ownPorts.reserve()] });
  }
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

import type { ServiceName } from '@halyard/contracts';
import { BUS, type Keys, provisionServices, serviceUrl } from '@halyard/persistence';
import type { ProcessConfig } from './process-config.js';

export interface Databases {
  /** With the service's own role. */
  readonly own: string;
  /** With the role that reads every service's history; where there is none, the bus has to be Kafka. */
  readonly historyReader: string | undefined;
}

/** Where the service's database is; with an administrator's connection its schema and role are made first. */
export async function databasesOf(service: ServiceName, config: ProcessConfig, keys: Keys): Promise<Databases> {
  const { databaseUrl, databaseAdminUrl: adminUrl, historyReaderUrl } = config;
  if (adminUrl === undefined) return { own: databaseUrl ?? '', historyReader: historyReaderUrl };
  await provisionServices({ adminUrl, services: [service], passwordOf: keys.rolePassword });
  const urlOf = (role: string): string => serviceUrl(adminUrl, role, keys.rolePassword(role));
  return { own: databaseUrl ?? urlOf(service), historyReader: historyReaderUrl ?? urlOf(BUS) };
}

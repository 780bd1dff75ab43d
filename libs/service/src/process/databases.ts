import type { ServiceName } from '@halyard/contracts';
import { BUS, type Keys, serviceUrl } from '@halyard/persistence';
import type { ProcessConfig } from './process-config.js';

export interface Databases {
  /** With the service's own role. */
  readonly own: string;
  /** With the role that reads every service's history; where there is none, the bus has to be Kafka. */
  readonly historyReader: string | undefined;
}

/** Where the service's database is: a URL that names no user leads to the roles that provisioning made. */
export function databasesOf(
  service: ServiceName,
  { databaseUrl = '', isProvisioned, historyReaderUrl }: ProcessConfig,
  { rolePassword }: Keys,
): Databases {
  if (!isProvisioned) return { own: databaseUrl, historyReader: historyReaderUrl };
  const urlOf = (role: string): string => serviceUrl(databaseUrl, role, rolePassword(role));
  return { own: urlOf(service), historyReader: historyReaderUrl ?? urlOf(BUS) };
}

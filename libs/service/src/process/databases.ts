import type { StoringService } from '@halyard/contracts';
import { BUS, type DatabaseRole, type Keys, serviceUrl } from '@halyard/persistence';
import type { ProcessConfig } from './process-config.js';

interface Databases {
  /** URL with the service's own role. */
  readonly own: string;
  /** URL with the role that reads every service's history. If there is none, the bus has to be Kafka. */
  readonly historyReader: string | undefined;
}

/** The URLs of the service's database. If the setting has no user, they use the roles that provisioning has created. */
export function databasesOf(
  service: StoringService,
  { databaseUrl = '', isProvisioned, historyReaderUrl }: ProcessConfig,
  { rolePassword }: Keys,
): Databases {
  if (!isProvisioned) return { own: databaseUrl, historyReader: historyReaderUrl };
  const urlOf = (role: DatabaseRole): string => serviceUrl(databaseUrl, role, rolePassword(role));
  return { own: urlOf(service), historyReader: historyReaderUrl ?? urlOf(BUS) };
}

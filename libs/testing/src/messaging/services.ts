import type { ServiceName } from '@halyard/contracts';
import { BUS, grantHistoryToBus, provisionServices, serviceUrl, SharedSession } from '@halyard/persistence';
import { createTestDatabase } from '@halyard/testing';
import { DataSource } from 'typeorm';
import { historyPublicColumns } from '@halyard/changes';
import { commonMigrations } from '@halyard/service';

export interface TestServices {
  readonly dataSourceOf: (service: ServiceName) => DataSource;
  /** The URL of a service's database, with the service's own role. */
  readonly urlOf: (service: ServiceName) => string;
  /** Opens the connections of another process of the service. The caller closes them. */
  readonly another: (service: ServiceName, applicationName: string) => Promise<DataSource>;
  /** The URL with the role that reads for the bus. */
  readonly readerUrl: string;
  /** Opens the session with which the bus of one process reads. */
  reader(): SharedSession;
  /** The administrator, on a connection of its own. */
  readonly admin: DataSource;
  close(): Promise<void>;
}

const PASSWORD = 'not-a-secret';

const connect = (url: string, applicationName: string): Promise<DataSource> =>
  new DataSource({
    type: 'postgres',
    url,
    applicationName,
    migrations: [...commonMigrations],
    poolErrorHandler: () => undefined,
  }).initialize();

export async function cut(admin: DataSource, ...applications: readonly string[]): Promise<void> {
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY($1)`,
    [applications],
  );
}

/** Makes a database with a migrated schema for each service, as a start of the product provisions it. */
export async function createServices(...services: readonly ServiceName[]): Promise<TestServices> {
  const database = await createTestDatabase();
  await provisionServices({ adminUrl: database.url, services, passwordOf: () => PASSWORD });
  const admin = await connect(database.url, 'admin');
  const dataSources = new Map<ServiceName, DataSource>();
  for (const service of services) {
    const dataSource = await connect(serviceUrl(database.url, service, PASSWORD), service);
    await dataSource.runMigrations();
    await grantHistoryToBus(dataSource, historyPublicColumns);
    dataSources.set(service, dataSource);
  }
  const readerUrl = serviceUrl(database.url, BUS, PASSWORD);
  return {
    dataSourceOf: (service) => {
      const dataSource = dataSources.get(service);
      if (!dataSource) throw new Error(`${service} was not asked for`);
      return dataSource;
    },
    urlOf: (service) => serviceUrl(database.url, service, PASSWORD),
    another: (service, applicationName) => connect(serviceUrl(database.url, service, PASSWORD), applicationName),
    readerUrl,
    reader: () => new SharedSession(readerUrl, 'halyard-bus'),
    admin,
    close: async () => {
      for (const dataSource of [...dataSources.values(), admin]) await dataSource.destroy();
      await database.drop();
    },
  };
}

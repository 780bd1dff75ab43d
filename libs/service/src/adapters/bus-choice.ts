import type { ServiceName } from '@halyard/contracts';
import { historyPublicColumns } from '@halyard/changes';
import { openKafkaBus, PostgresTailBus } from '@halyard/messaging';
import { grantHistoryToBus, type Identities, SharedSession } from '@halyard/persistence';
import { epochOf } from '@halyard/recovery';
import { endProgram } from '../program.js';
import type { ServiceHost } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';
import { kafkaSettings } from './kafka-settings.js';

/**
 * Opens the bus: on Kafka if the settings name brokers; otherwise it tails the histories in the one database of all
 * services.
 * @param historyReaderUrl for tailing: URL of the role that reads every service's history
 * @param identitiesOf for Kafka: the identities with which a service signs its events, and verifies those of others
 * @throws Error if neither can be opened
 */
export function openBusOf(
  config: AdapterConfig,
  historyReaderUrl: string | undefined,
  identitiesOf: (service: ServiceName) => Identities,
): ServiceHost['openBus'] {
  const kafka = kafkaSettings(config);
  if (kafka) {
    return async ({ service, dataSource, logger }) =>
      openKafkaBus({
        service,
        dataSource,
        settings: kafka,
        epoch: await epochOf(dataSource),
        onEpochOver: endProgram,
        identities: identitiesOf(service),
        log: logger,
      });
  }
  if (historyReaderUrl === undefined) throw new Error('tailing needs a role that reads the histories');
  const reader = new SharedSession(historyReaderUrl, 'halyard-bus');
  return async ({ dataSource, logger }) => {
    await grantHistoryToBus(dataSource, historyPublicColumns);
    return new PostgresTailBus({ reader, dataSource, log: logger });
  };
}

import { historyPublicColumns, KafkaBus, PostgresTailBus } from '@halyard/messaging';
import { grantHistoryToBus } from '@halyard/persistence';
import type { ServiceHost } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';
import { kafkaSettings } from './kafka-settings.js';

/**
 * Kafka where the settings name brokers, else the histories tailed in the one database of all services.
 *
 * @param historyReaderUrl for tailing: of the role that reads every service's history
 * @throws Error when neither is there
 */
export function openBusOf(config: AdapterConfig, historyReaderUrl: string | undefined): ServiceHost['openBus'] {
  const kafka = kafkaSettings(config);
  if (kafka) {
    return ({ service, dataSource, logger }) => new KafkaBus({ service, dataSource, settings: kafka, log: logger });
  }
  if (historyReaderUrl === undefined) throw new Error('tailing needs a role that reads the histories');
  return async ({ dataSource, logger }) => {
    await grantHistoryToBus(dataSource, historyPublicColumns);
    return new PostgresTailBus({ readerUrl: historyReaderUrl, dataSource, log: logger });
  };
}

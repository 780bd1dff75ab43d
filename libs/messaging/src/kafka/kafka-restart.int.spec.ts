import { describeUnless, missingForOwnBroker, startOwnBroker } from '@halyard/testing/kafka';
import { kafkaHarness } from '../../test/kafka-harness.js';
import { type BusHarness, busRestartBehaviour } from '../../test/message-bus.behaviour.js';

async function restartable(): Promise<BusHarness> {
  const broker = await startOwnBroker();
  const harness = await kafkaHarness([broker.brokers]);
  return {
    ...harness,
    restart: () => broker.restart(),
    close: async () => {
      await harness.close();
      await broker.remove();
    },
  };
}

describeUnless(await missingForOwnBroker(), 'on a real broker of its own', () =>
  busRestartBehaviour('KafkaBus', restartable),
);

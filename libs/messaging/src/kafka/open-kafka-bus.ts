import type { KafkaBus, KafkaBusOptions } from './kafka-bus.js';

/** Loads the bus on Kafka with its client, so that processes with another bus need not load it. */
export async function openKafkaBus(options: KafkaBusOptions): Promise<KafkaBus> {
  const { KafkaBus: Bus } = await import('./kafka-bus.js');
  return new Bus(options);
}

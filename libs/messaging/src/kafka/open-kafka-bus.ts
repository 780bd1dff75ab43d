import type { KafkaBus, KafkaBusOptions } from './kafka-bus.js';

/** The bus on Kafka, whose client is loaded with it: who has another bus need not wait for that. */
export async function openKafkaBus(options: KafkaBusOptions): Promise<KafkaBus> {
  const { KafkaBus: Bus } = await import('./kafka-bus.js');
  return new Bus(options);
}

import { describe } from '@jest/globals';
import { askForKafka } from './kafka-offer.js';

export interface KafkaForTests {
  /** `host:port` of some brokers; empty if there are none. */
  readonly brokers: readonly string[];
  /** `describe` for specs that need a broker. */
  readonly describe: (title: string, specs: () => void) => void;
}

/** Skips the group if something is missing. The title then says what, and the summary of npm test repeats it. */
export function describeUnless(missing: string | undefined, title: string, specs: () => void): void {
  if (missing === undefined) describe(title, specs);
  else describe.skip(`${title} (skipped: ${missing})`, specs);
}

/** For the top of a spec: `const kafka = await kafkaForTests();` and then `kafka.describe(...)`. */
export async function kafkaForTests(): Promise<KafkaForTests> {
  const offer = await askForKafka();
  const [brokers, missing] = 'brokers' in offer ? [offer.brokers, undefined] : [[], offer.missing];
  return { brokers, describe: (title, specs) => describeUnless(missing, title, specs) };
}

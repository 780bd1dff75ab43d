import { describe } from '@jest/globals';
import { askForKafka } from './kafka-offer.js';

export interface KafkaForTests {
  /** `host:port` of some brokers; empty if there is no broker. */
  readonly brokers: readonly string[];
  /** Use it in place of `describe` for specs that need a broker. */
  readonly describe: (title: string, specs: () => void) => void;
}

/**
 * Describes specs, and skips them if something is missing. The title then says what is missing, and so does the summary
 * of npm test.
 */
export function describeUnless(missing: string | undefined, title: string, specs: () => void): void {
  if (missing === undefined) describe(title, specs);
  else describe.skip(`${title} (skipped: ${missing})`, specs);
}

/** Use it at the top of a spec: `const kafka = await kafkaForTests();` and then `kafka.describe(...)`. */
export async function kafkaForTests(): Promise<KafkaForTests> {
  const offer = await askForKafka();
  const [brokers, missing] = 'brokers' in offer ? [offer.brokers, undefined] : [[], offer.missing];
  return { brokers, describe: (title, specs) => describeUnless(missing, title, specs) };
}

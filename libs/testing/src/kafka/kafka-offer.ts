type KafkaOffer = { readonly brokers: readonly string[] } | { readonly missing: string };

/**
 * Asks the test run for its broker (tools/jest/offers.mjs). The run starts it for the first spec that asks, unless the
 * environment names a broker. @throws Error if this machine can start a broker, but it did not start
 */
export async function askForKafka(): Promise<KafkaOffer> {
  const given = process.env['TEST_KAFKA_BROKERS'];
  if (given) return { brokers: given.split(',') };
  const url = process.env['TEST_OFFERS_URL'];
  if (!url) throw new Error('TEST_OFFERS_URL is not set: run the tests through npm test');
  const answer = await fetch(`${url}/kafka`);
  const text = await answer.text();
  if (answer.status === 503) return { missing: text };
  if (!answer.ok) throw new Error(text);
  return { brokers: text.split(',') };
}

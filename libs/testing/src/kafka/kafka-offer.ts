type KafkaOffer = { readonly brokers: readonly string[] } | { readonly missing: string };

/**
 * Asks the test run for its broker (tools/jest/offers.mjs), which is started for the first spec that asks. A broker
 * that the environment names is used as it is. @throws Error if a broker is available here but did not start
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

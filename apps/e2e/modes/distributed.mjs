// Every suite of these tests runs as npm run start:distributed runs it, on the broker of the test run.
import { askForKafka } from '@halyard/testing/kafka-offer';

const offer = await askForKafka();
if ('missing' in offer) throw new Error(offer.missing);
process.env.TEST_KAFKA_BROKERS = offer.brokers.join(',');
process.env.SUITE_MODE = 'distributed';

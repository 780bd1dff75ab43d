// Every suite of these tests runs as npm run start:distributed runs it, on the broker of the test run, with the streams in
// an EventStoreDB: the gRPC double, unless EVENTSTORE_URL names a real one.
import { askForKafka } from '@halyard/testing/kafka-offer';

const offer = await askForKafka();
if ('missing' in offer) throw new Error(offer.missing);
process.env.TEST_KAFKA_BROKERS = offer.brokers.join(',');
process.env.SUITE_MODE = 'distributed';
process.env.SUITE_EVENT_STORE = 'eventstoredb';

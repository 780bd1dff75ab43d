// Distributed, with the streams in an EventStoreDB: the gRPC double, unless EVENTSTORE_URL names a real one.
import './distributed.mjs';

process.env.SUITE_EVENT_STORE = 'eventstoredb';

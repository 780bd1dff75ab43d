// Every suite of these tests is distributed, with its streams in an EventStoreDB: the gRPC double, unless
// EVENTSTORE_URL names a real one.
process.env.SUITE_MODE = 'distributed';
process.env.SUITE_EVENT_STORE = 'eventstoredb';

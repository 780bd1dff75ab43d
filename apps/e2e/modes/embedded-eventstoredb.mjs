// Every suite of these tests runs as npm start runs it, with the streams in an EventStoreDB: the gRPC double, unless
// EVENTSTORE_URL names a real one.
process.env.SUITE_EVENT_STORE = 'eventstoredb';

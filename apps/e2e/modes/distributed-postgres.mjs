// Distributed, with the streams in Postgres, as where no event store is named.
import './distributed.mjs';

delete process.env.SUITE_EVENT_STORE;

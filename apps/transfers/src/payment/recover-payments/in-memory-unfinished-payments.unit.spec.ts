import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe } from '@jest/globals';
import { InMemoryUnfinishedPayments } from '../../../test/in-memory-unfinished-payments.js';
import { describeUnfinishedPayments } from '../../../test/unfinished-payments.behaviour.js';

describe('unfinished payments in memory', () => {
  describeUnfinishedPayments(() => {
    const store = new InMemoryEventStore();
    return { store, unfinished: new InMemoryUnfinishedPayments(store) };
  });
});

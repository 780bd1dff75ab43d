// Runs: both
import { counts } from '@halyard/testing/counts';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { BreakableSuite } from './breaking/breakable-suite.js';
import { killedAdvances } from './breaking/killed-advances.js';
import { killedBanks } from './breaking/killed-banks.js';
import { listening } from './breaking/listening.js';
import { outages } from './breaking/outages.js';
import { requestLogPrivacy } from './breaking/request-log-privacy.js';
import { signingKeys } from './breaking/signing-keys.js';
import { interruption, supervision } from './breaking/supervision.js';

/** Embedded, all of them in one process; distributed, in one process for each. */
describe('one of each service', () => {
  const suite = new BreakableSuite({ ownBroker: true });
  // At the level of debug every process has something to say, whose lines make one log.
  beforeAll(() => suite.start(suite.isEmbedded ? {} : { LOG_LEVEL: 'debug' }));
  afterAll(() => suite.remove());

  requestLogPrivacy(suite);
  // Distributed, with two of each: distributed/two-of-each.int.spec.ts.
  if (suite.isEmbedded) {
    signingKeys(suite);
    killedAdvances(suite);
    killedBanks(suite);
  } else supervision(suite);
  // The command line sees the same on both ways.
  if (suite.isEmbedded || counts.outages.listenerDistributed) listening(suite);
  outages(suite);
  if (!suite.isEmbedded) interruption(suite);
});

import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Consistency } from './support/consistency.js';
import { counts } from '@halyard/testing/counts';
import { SharedSuite } from './support/shared-suite.js';

const rounds = counts.api.consistency;

describe(`a client that has its answer finds its effect, ${rounds} rounds`, () => {
  let shared: SharedSuite;
  let consistency: Consistency;

  beforeAll(async () => {
    shared = await SharedSuite.join('consistency');
    consistency = new Consistency(shared.client, rounds);
  }, 300_000);

  afterAll(() => shared.leave());

  it('create, then use', () => consistency.createThenUse(), 3_600_000);
  it('change, then use', () => consistency.changeThenUse(), 3_600_000);
  it('close, then refused', () => consistency.closeThenRefused(), 3_600_000);
});

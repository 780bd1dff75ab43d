// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { Consistency } from './support/consistency.js';
import { counts } from '@halyard/testing/counts';
import { SharedSuite } from './support/shared-suite.js';

const rounds = counts.api.consistency;
/** Each for an account of its own. */
const CLIENTS = 4;

describe(`a client that has its answer finds its effect, ${rounds} rounds`, () => {
  let shared: SharedSuite;
  let clients: HalClient[];
  let consistency: Consistency;

  beforeAll(async () => {
    shared = await SharedSuite.join('consistency');
    const names = Array.from({ length: CLIENTS }, (_, number) => `consistency ${number}`);
    clients = await Promise.all(names.map((name) => openSandboxAccount(shared.operator, name)));
    consistency = new Consistency(clients, rounds);
  });

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await shared.leave();
  });

  it('create, then use', () => consistency.createThenUse());
  it('change, then use', () => consistency.changeThenUse());
  it('close, then refused', () => consistency.closeThenRefused());
});

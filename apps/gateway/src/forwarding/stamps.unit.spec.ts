import type { Operation } from '@halyard/contracts';
import { clockMoved, newId } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { createLogger } from '@halyard/observability';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, APPLICATION_ID, FakeServices, testClock } from '../../test/fakes.js';
import { gatewayConfig } from '../config.js';
import { KnownSteps } from './known-steps.js';
import { Stamps } from './stamps.js';
import { StepFollower } from './step-follower.js';

const operation: Omit<Operation, 'at'> = {
  id: newId(),
  requestId: newId(),
  principal: {
    ...{ kind: 'application', applicationId: APPLICATION_ID, accountId: ACCOUNT_ID },
    ...{ scopes: [], may: 'read' },
  },
};
const known = new KnownSteps(1);

describe('an operation whose step its owner refuses', () => {
  it('is refused in the end by the last answer, when nobody says how the clock stands', async () => {
    const waits: unknown[] = [];
    const hears = (...asked: unknown[]): Promise<boolean> => Promise.resolve(waits.push(asked) <= 2);
    const stamps = new Stamps(known, { hears }, testClock());
    let sent = 0;
    const answer = await stamps.send(operation, () => {
      sent += 1;
      return Promise.resolve(errorAnswer(clockMoved(sent)));
    });
    expect([sent, answer]).toEqual([3, errorAnswer(clockMoved(3))]);
    const until = expect.any(Number);
    expect(waits).toEqual([1, 2, 3].map((step) => [ACCOUNT_ID, step, until]));
  });
});

describe('a follower of steps', () => {
  it('gives up when it is time to, after it has asked', async () => {
    const services = new FakeServices();
    const config = gatewayConfig({ TLS: 'off', PUBLIC_BASE_URL: 'https://localhost:8443' });
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    const follower = new StepFollower(known, services, testClock(), config, logger);
    services.areClocksAway = true;
    expect(await follower.hears(ACCOUNT_ID, 1, performance.now() + 60)).toBe(false);
    expect(services.clockQuestions).toBeGreaterThan(0);
  });
});

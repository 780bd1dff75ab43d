import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { stateDiagram, transitionsOf } from '@halyard/testing/state-diagram';
import { rotationOf, rotationStates, subscriptionCommands, subscriptionStates } from './subscription-states.js';
import { subscriptionAnswer } from './subscription.answer.js';
import type { Subscription } from './subscription.entity.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/how-to/receive-webhooks.md'), 'utf8');

const accountId = newId();
const subscription = (given: Partial<Subscription>): Subscription => ({
  ...{ id: newId(), accountId, applicationId: newId(), url: 'https://example.com/', description: null, topics: null },
  ...{ strictOrder: false, sealedSecret: Buffer.of(1), sealedNextSecret: null, pauseReason: null, failures: 0 },
  ...{ createdAt: new Date(), paused: false },
  ...given,
});

describe('the states of a subscription', () => {
  it.each([
    ['active', false],
    ['paused', true],
  ] as const)('%s: decide which links it has', (state, paused) => {
    const { links } = subscriptionAnswer(subscription({ paused }), { accountId });
    const offered = subscriptionCommands.filter((command) => links[command] !== undefined);
    expect(new Set<string>(offered)).toEqual(new Set(Object.keys(subscriptionStates[state])));
    expect(Object.keys(links)).toEqual(['webhooks', 'health', ...offered]);
  });

  it('of its secret: a rotation ends where one has begun', () => {
    const ends = ['completed', 'cancelled'];
    const [none, started] = [subscription({}), subscription({ sealedNextSecret: Buffer.of(2) })].map(
      (one) => rotationStates[rotationOf(one)],
    );
    expect(ends.map((end) => [end in (none ?? {}), end in (started ?? {})])).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it('are shown as they are', () => {
    expect(page).toContain(stateDiagram('active', transitionsOf(subscriptionStates)));
  });
});

import { describe, expect, it } from '@jest/globals';
import { timedId } from '../../test/ids.js';
import { flowBetween, flows, legsOf } from './flows.js';

const side = (n: number) =>
  ({ ownerKind: 'customer', ownerId: timedId(1, n), fundingSourceId: timedId(2, n) }) as const;
const payment = {
  paymentId: timedId(3, 1),
  attemptId: timedId(3, 2),
  accountId: timedId(3, 3),
  amount: { minor: '100', currency: 'USD' },
  source: side(1),
  destination: side(2),
} as const;

describe('the leg table', () => {
  it.each(flows)(
    'gives $from to $to legs that begin and end somewhere, the main one under the id of the payment',
    (flow) => {
      const legs = legsOf(flow, payment);
      expect(legs[flow.main]?.id).toBe(payment.paymentId);
      expect(new Set(legs.map(({ id }) => id)).size).toBe(legs.length);
      for (const { from, to } of legs) expect(from).not.toBe(to);
      // What a leg waits for stands before it, so that no two wait for each other.
      legs.forEach(({ dependsOn }, place) =>
        dependsOn.forEach((id) => expect(legs.findIndex((leg) => leg.id === id)).toBeLessThan(place)),
      );
    },
  );

  it('names each pair of ends once', () => {
    const pairs = flows.map(({ from, to }) => `${from} to ${to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('knows no flow between those that have no balance', () => {
    const plain = { isHolder: false, type: 'bank' } as const;
    expect(flowBetween({ source: plain, destination: plain, isOwn: false })).toBeUndefined();
  });
});

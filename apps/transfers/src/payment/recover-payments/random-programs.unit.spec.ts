import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceIdOf } from '@halyard/contracts';
import { newId, type ReturnCode } from '@halyard/core';
import { EventStoreUnavailable } from '@halyard/event-store';
import { FaultyEventStore } from '../../../test/faulty-event-store.js';
import { everyEvent, startProcess } from '../../../test/payment-processes.js';
import { nameOf, termsOf, when } from '../../../test/payments.js';
import { Stage } from '../../../test/stage.js';
import type { Fee } from '../fees.js';
import { flows } from '../flows.js';
import type { SettleLeg, StopLeg } from '../payment.decider.js';
import { statusOf } from '../payment.model.js';

type Step =
  | { readonly kind: 'settle'; readonly leg: number; readonly isLate: boolean; readonly endsHere: boolean }
  | { readonly kind: 'return'; readonly leg: number; readonly from: 'pending' | 'processed'; readonly code: ReturnCode }
  | { readonly kind: 'cancel'; readonly leg: number }
  | { readonly kind: 'drive' };

const leg = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('settle' as const), leg, isLate: fc.boolean(), endsHere: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('return' as const),
      leg,
      from: fc.constantFrom('pending' as const, 'processed' as const),
      code: fc.constantFrom<ReturnCode>('R01', 'R03', 'R10'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), leg }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'drive' as const }) },
);
const fee: fc.Arbitrary<Fee> = fc.record({
  payer: fc.constantFrom('sender', 'receiver'),
  amount: fc.integer({ min: 1, max: 100 }).map((minor) => ({ minor: `${minor}`, currency: 'USD' as const })),
});
const program = fc.record({
  flow: fc.constantFrom(...flows.map(nameOf)),
  fees: fc.array(fee, { maxLength: 3 }),
  steps: fc.array(fc.tuple(step, fc.option(fc.nat(12), { freq: 2 })), { maxLength: 10 }),
});

const unlessDead = (error: unknown): void => {
  if (!(error instanceof EventStoreUnavailable)) throw error;
};

describe('a payment of any flow, with any fees, whatever banks and its sender do, and wherever its process dies', () => {
  it('ends, moves each cent once, tells each thing once, and goes below zero by what it may not ask for alone', () =>
    fc.assert(
      fc.asyncProperty(program, async ({ flow, fees, steps }) => {
        const stage = new Stage();
        const isReceiverPlain = flow.endsWith('plain bank') || flow.includes(' to own ');
        const terms = termsOf(flow, {
          fees: isReceiverPlain ? fees.map((it) => ({ ...it, payer: 'sender' as const })) : fees,
        });
        for (const id of new Set([terms.source.fundingSourceId, balanceIdOf(terms.source.ownerId)]))
          await stage.fund(id, 20_00n);
        await stage.begin(terms);
        for (const [{ kind, ...how }, dies] of steps) {
          const place = 'leg' in how ? how.leg % terms.legs.length : 0;
          const legId = terms.legs[place]?.id ?? '';
          const at = when;
          const command = (): SettleLeg | StopLeg | undefined => {
            if (kind === 'settle' && 'isLate' in how) {
              const late = how.isLate ? ({ lateReturn: 'R01' } as const) : {};
              return {
                type: 'SettleLeg',
                legId,
                settlementId: newId(),
                at,
                ...late,
                ...(how.endsHere && { endsHere: true }),
              };
            }
            if (kind === 'return' && 'code' in how)
              return { type: 'StopLeg', legId, stopId: newId(), code: how.code, from: how.from, at };
            return undefined;
          };
          const happened = command();
          const stop = { stopId: newId(), at };
          const take = async (process: typeof stage.service.process) => {
            if (happened) await process.bank(terms.paymentId, [happened]);
            else if (kind === 'cancel') await process.cancel(terms.paymentId, legId, stop);
            else await process.drive(terms.paymentId);
          };
          if (dies !== null) {
            // Dies at one of its appends, and is told the same again afterwards.
            let appends = 0;
            const dying = new FaultyEventStore(stage.store, () => ((appends += 1) <= dies ? 'committed' : 'refused'));
            await take(startProcess(dying).process).catch(unlessDead);
            await dying.settled();
          }
          await take(startProcess(stage.store).process);
        }
        // Until everything has ended, banks settle what they have.
        for (let round = 0; round < 4; round += 1) await stage.simulate(new Map());
        const { payment } = await stage.service.payments.load(terms.paymentId);
        expect(['ended', 'refused']).toContain(statusOf(payment));

        const events = await everyEvent(stage.store);
        const books = await stage.books();
        expect(books).toMatchObject({ discrepancy: 0n, unsettled: [] });
        for (const id of Object.keys(books.posted)) {
          const { availableMinor, postedMinor } = await stage.service.balances.current(id);
          expect(availableMinor).toBe(postedMinor);
          if (postedMinor < 0n)
            expect(events.some(({ stream, type }) => stream === `balance-${id}` && type === 'DebitPosted')).toBe(true);
        }
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        const told = await stage.told(terms);
        const once = told.filter((text) => !text.startsWith('negative'));
        expect(new Set(once).size).toBe(once.length);
      }),
      { numRuns: 150 },
    ));
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceIdOf } from '@halyard/contracts';
import { newId, returnCodes, type ReturnCode } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import { everyEvent, startProcess } from '../../test/payment-processes.js';
import { nameOf, type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { Stage } from '../../test/stage.js';
import { availableMinor, type Balance, balanceEventOf, evolve, initial } from '../balance/balance.model.js';
import type { PaymentProcess } from './payment.process.js';
import { flows } from './flows.js';
import type { SettleLeg, StopLeg } from './payment.decider.js';
import { statusOf } from './payment.model.js';

const codes = Object.keys(returnCodes) as ReturnCode[];
const RUNS = process.env['TEST_LONG'] === 'true' ? 2_000 : 30;
const LIMIT = { customerId: newId(), week: '2026-01-05', limit: { minor: '2500', currency: 'USD' } } as const;

const code = fc.constantFrom(...codes);
const step = fc.record({
  payment: fc.nat(3),
  leg: fc.nat(2),
  does: fc.oneof(
    fc.record({ kind: fc.constant('settle' as const), late: fc.option(code) }),
    fc.record({ kind: fc.constant('return' as const), code, from: fc.constantFrom('pending', 'processed') }),
    fc.record({ kind: fc.constant('cancel' as const) }),
  ),
  /** The other process does it too, at the same time and in its own name. */
  isTwice: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Two of a program's payments begin at once, each in a process of its own. */
const program = fc.record({
  payments: fc.array(fc.constantFrom(...flows.map(nameOf)), { minLength: 2, maxLength: 4 }),
  steps: fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
});

function take(process: PaymentProcess, { paymentId, legs }: PaymentUnderTest, { leg, does }: Step): Promise<unknown> {
  const legId = legs[leg % legs.length]?.id ?? '';
  const names = { legId, at: when };
  if (does.kind === 'cancel') return process.cancel(paymentId, legId, { stopId: newId(), at: when });
  const command: SettleLeg | StopLeg =
    does.kind === 'settle'
      ? { type: 'SettleLeg', settlementId: newId(), lateReturn: does.late ?? undefined, ...names }
      : { type: 'StopLeg', stopId: newId(), code: does.code, from: does.from, ...names };
  return process.bank(paymentId, [command]);
}

/** Nobody is ever given what is not there. */
function expectHoldsCovered(events: readonly StoredEvent[]): void {
  const balances = new Map<string, Balance>();
  for (const stored of events.filter(({ stream }) => stream.startsWith('balance-'))) {
    const event = balanceEventOf(stored);
    const balance = evolve(balances.get(stored.stream) ?? initial(), event);
    balances.set(stored.stream, balance);
    if (event.type === 'HoldPlaced') expect(availableMinor(balance)).toBeGreaterThanOrEqual(0n);
  }
  for (const { heldMinor } of balances.values()) expect(heldMinor).toBe(0n);
}

describe('payments over shared balances, driven by two processes at once', () => {
  it('each end, together move each cent once, take nothing that is not there, and give limits back exactly', () =>
    fc.assert(
      fc.asyncProperty(program, async ({ payments, steps }) => {
        const stage = new Stage();
        const processes = [stage.service.process, startProcess(stage.store).process] as const;
        const all = payments.map((flow) => ({
          ...termsOf(flow),
          ...(flow.startsWith('plain') && { weeklyLimit: LIMIT }),
        }));
        // Not enough for all of them.
        for (const id of new Set(all.flatMap(({ source }) => [source.fundingSourceId, balanceIdOf(source.ownerId)])))
          await stage.fund(id, 15_00n);
        await Promise.all(all.map((terms, nth) => processes[nth % 2 ? 1 : 0].begin(terms, {})));
        for (const together of steps) {
          await Promise.all(
            together.flatMap((one) => {
              const terms = all[one.payment % all.length];
              const drivers = one.isTwice ? processes : processes.slice(0, 1);
              return terms ? drivers.map((process) => take(process, terms, one)) : [];
            }),
          );
        }
        for (let round = 0; round < 4; round += 1) await stage.simulate(new Map());

        let used = 0n;
        for (const terms of all) {
          const { payment } = await stage.service.payments.load(terms.paymentId);
          expect(['ended', 'refused']).toContain(statusOf(payment));
          const main = payment.legs.find((leg) => leg.terms.id === terms.paymentId);
          if (terms.weeklyLimit && main?.status === 'processed') used += BigInt(main.terms.amount.minor);
          const told = (await stage.told(terms)).filter((text) => !text.startsWith('negative'));
          expect(new Set(told).size).toBe(told.length);
        }
        expect(await startProcess(stage.store).limits.used(LIMIT.customerId, LIMIT.week)).toBe(used);
        expect(await stage.books()).toMatchObject({ discrepancy: 0n, unsettled: [] });
        const events = await everyEvent(stage.store);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        expectHoldsCovered(events);
      }),
      { numRuns: RUNS },
    ));
});

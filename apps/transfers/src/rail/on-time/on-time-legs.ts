import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { DidCounts } from '@halyard/contracts/sandbox-clock';
import { Clock, newId } from '@halyard/core';
import { untracedTraceparent } from '@halyard/observability';
import { timeOf } from '../../payment/event-time.js';
import type { LegState, Payment } from '../../payment/payment.model.js';
import type { Transfer } from '../../transfer/transfer.entity.js';
import { Transfers } from '../../transfer/transfers.js';
import { CorrectedLegs, type LegCorrection } from '../corrected-legs.js';
import { BankFacts, type BankView } from '../bank-facts.rows.js';
import { type BankOutcome, BankOutcomes } from '../bank-outcomes.js';
import { DownBanks } from '../down-banks.js';
import { CutOffLegs } from './cut-off-legs.js';
import type { DueLeg, DueLegs } from './due-at-banks.js';

interface Step {
  readonly leg: DueLeg;
  readonly outcome: BankOutcome;
}

type When = Pick<BankOutcome['command'], 'at' | 'bankDate'>;
type BankAction = (leg: DueLeg, view: BankView, when: When) => BankOutcome['command'];

/**
 * Does what banks do with legs when it is due. A repeat takes the same steps, and those that stand already change
 * nothing.
 */
@Injectable()
export class OnTimeLegs {
  constructor(
    private readonly transfers: Transfers,
    private readonly facts: BankFacts,
    private readonly outcomes: BankOutcomes,
    private readonly corrected: CorrectedLegs,
    private readonly down: DownBanks,
    private readonly cutOffs: CutOffLegs,
    private readonly clock: Clock,
  ) {}

  /** @returns by leg id, for those whose banks are down: when that comes which is due now */
  async putOff(due: DueLegs): Promise<ReadonlyMap<string, Date>> {
    if (!(await this.down.isAny(due.accountId, due.dueAt))) return new Map();
    const found = await Promise.all(due.legs.map(({ legId }) => this.transfers.find(legId)));
    const { operation } = await this.nowFor(due);
    return this.down.putOff(
      found.flatMap((transfer) => transfer ?? []),
      due.dueAt,
      operation,
    );
  }

  /** Hands legs over to their banks, or recalls them if the bank was removed. @returns how many were submitted */
  async handOver(due: DueLegs): Promise<Partial<DidCounts>> {
    await this.cutOffs.freeze(due, (await this.nowFor(due)).operation);
    return this.do(due, ({ legId, id }, { isRecalled, returns }, when) =>
      isRecalled
        ? { type: 'StopLeg', legId, stopId: id, from: 'pending', because: 'clock', ...when }
        : { type: 'SubmitLeg', legId, submissionId: id, returns, because: 'clock', ...when },
    );
  }

  settle(due: DueLegs): Promise<Partial<DidCounts>> {
    return this.do(due, ({ legId, id, returns }, { endsHere }, when) => {
      const lateReturn = returns?.code;
      return { type: 'SettleLeg', legId, settlementId: id, lateReturn, endsHere, because: 'clock', ...when };
    });
  }

  /** Returns legs, either in place of their settlement, or after it. */
  return(due: DueLegs, from: 'pending' | 'processed'): Promise<Partial<DidCounts>> {
    return this.do(due, ({ legId, id, returns, rule }, _, when) => {
      const code = returns?.code;
      const origin = rule === undefined ? ({ because: 'sentinel' } as const) : byRule(rule);
      return { type: 'StopLeg', legId, stopId: id, code, from, ...origin, ...when };
    });
  }

  /** Corrects legs, on the moment on which they settle. */
  async correct(due: DueLegs): Promise<Partial<DidCounts>> {
    const { when, operation } = await this.nowFor(due);
    const corrections = due.legs.flatMap(({ legId, id: correctionId, corrects: code, rule }): LegCorrection[] =>
      code && rule !== undefined ? [{ legId, correctionId, code, ...byRule(rule), ...when }] : [],
    );
    return countOf(due.legs, await this.corrected.apply(corrections, operation));
  }

  /** The returns that banks' names ask for now. @returns one for each transfer, in their order */
  async returnsOf(transfers: readonly Transfer[], at: Date): Promise<readonly BankView['returns'][]> {
    const views = await this.facts.of(transfers, operationAt(at.toISOString()));
    return views.map(({ returns }) => returns);
  }

  private async nowFor({ accountId, dueAt, traceparent }: DueLegs): Promise<{ when: When; operation: Operation }> {
    const now = await this.clock.now(accountId);
    const bankDate = dueAt.toISOString();
    const at = timeOf(bankDate, now);
    return { when: { at, bankDate }, operation: operationAt(at, traceparent) };
  }

  private async do(due: DueLegs, action: BankAction): Promise<Partial<DidCounts>> {
    const { legs } = due;
    const { when, operation } = await this.nowFor(due);
    const found = await Promise.all(legs.map(async (leg) => ({ leg, transfer: await this.transfers.find(leg.legId) })));
    const known = found.flatMap(({ leg, transfer }) => (transfer ? [{ leg, transfer }] : []));
    const views = await this.facts.of(
      known.map(({ transfer }) => transfer),
      operation,
    );
    const steps = known.map(({ leg, transfer }, index): Step => {
      const command = action(leg, views[index] ?? {}, when);
      return { leg, outcome: { paymentId: transfer.paymentId, command } };
    });
    const payments = await this.outcomes.apply(
      steps.map(({ outcome }) => outcome),
      operation,
    );
    return countOf(legs, payments);
  }
}

const byRule = (rule: string) => ({ because: 'behavior', rule }) as const;

export function operationAt(at: string, given?: string): Operation {
  const id = newId();
  const traceparent = untracedTraceparent(newId(), given);
  return { id, requestId: id, principal: { kind: 'service', service: 'transfers' }, at, traceparent };
}

/** Counts the steps that stand, whether this try took them or an earlier one did. */
function countOf(legs: readonly DueLeg[], payments: readonly Payment[]): Partial<DidCounts> {
  const did = { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 0 };
  const states = new Map(payments.flatMap((payment) => payment.legs.map((state) => [state.terms.id, state] as const)));
  for (const { legId, id } of legs) {
    const state = states.get(legId);
    const what = state && stepOf(state, id);
    if (what) did[what] += 1;
  }
  return did;
}

function stepOf({ submission, settlement, stop, corrections }: LegState, id: string): keyof DidCounts | undefined {
  if (corrections?.includes(id)) return 'corrected';
  if (stop?.id === id) return stop.code === undefined ? 'other' : 'returned';
  if (settlement?.id === id) return 'settled';
  return submission?.id === id ? 'submitted' : undefined;
}

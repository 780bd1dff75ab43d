import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { deriveTimedId, type ReturnCode, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { DueWork } from '@halyard/background';
import { untracedTraceparent } from '@halyard/observability';
import { CorrectedLegs } from '../rail/corrected-legs.js';
import { BankOutcomes } from '../rail/bank-outcomes.js';
import { DownBanks } from '../rail/down-banks.js';
import { OutgoingLegs } from '../rail/outgoing-legs.js';
import type { Payment } from '../payment/payment.model.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { type BankStep, commandsOf, correctionOf } from './bank-steps.js';
import {
  FrozenSteps,
  type FrozenSet,
  type FrozenStep,
  type SimulatedBy,
  SIMULATION,
  type StepSet,
} from './frozen-steps.rows.js';

/** How many pending transfers one simulation handles: the newest (specification, "Sandbox simulation rules"). */
export const HANDLED_MAX = 500;

/** Runs simulations. The steps and their time are frozen under the operation before anything settles. */
@Injectable()
export class Simulation {
  constructor(
    private readonly frozen: FrozenSteps,
    private readonly outcomes: BankOutcomes,
    private readonly corrected: CorrectedLegs,
    private readonly down: DownBanks,
    private readonly outgoing: OutgoingLegs,
    private readonly transfers: Transfers,
    dueWork: DueWork,
  ) {
    dueWork.on(SIMULATION, async ({ key: id, data }) => {
      const set = await frozen.find(id);
      const { requestId = id, traceparent = untracedTraceparent(id) } = (data ?? {}) as Partial<SimulatedBy>;
      if (set) await this.carryOut({ id, requestId, principal: SELF, at: set.at, traceparent }, set);
    });
  }

  /**
   * Makes the banks process the newest legs that they have of the account, the oldest of these first. Then it returns
   * the legs that must be returned and continues their payments. A repeat of the operation takes the same steps at the
   * time of the first try, and no newer ones. Resolves once the owners of banks and customers have stored the effects
   * of returns. If it is interrupted, a repeat or due work finishes it.
   *
   * @returns the number of processed legs, without late returns
   */
  async run(operation: Operation): Promise<number> {
    const set = await this.frozen.newest(operation, accountOf(operation), HANDLED_MAX);
    await this.carryOutNow(operation, set);
    return set.steps.filter(({ isLate }) => !isLate).length;
  }

  /** Whether the operation has already frozen its steps. */
  async hasRun({ id }: Operation): Promise<boolean> {
    return (await this.frozen.find(id)) !== undefined;
  }

  /**
   * Settles or returns a leg, whatever its bank's name or a rule asks for, even if the leg has settled before.
   *
   * @throws DomainError ValidationError NotAllowed /action while the leg's bank is down
   */
  async runOne(operation: Operation, transfer: Transfer, { action, code }: Wish): Promise<void> {
    const { accountId } = transfer;
    const set = await this.frozen.frozen(operation, accountId, async () => {
      const down = (await this.down.putOff([transfer], new Date(operation.at), operation)).get(transfer.id);
      if (down) throw validationError(usualFault('NotAllowed', '/action', messageOfDown(down)));
      const isLate = action === 'lateReturn' ? true : undefined;
      const step = await this.frozen.wishedStep(transfer, operation);
      return { steps: [{ ...step, returns: code && { code, isLate: action === 'lateReturn' }, isLate, isWish: true }] };
    });
    await this.carryOutNow(operation, set);
  }

  /**
   * Takes the steps that an uploaded file asks for. A repeat takes the same steps.
   *
   * @param steps called if nothing is frozen yet
   */
  async runFile(operation: Operation, steps: () => Promise<StepSet>): Promise<void> {
    await this.carryOutNow(operation, await this.frozen.frozen(operation, accountOf(operation), steps));
  }

  private async carryOutNow(operation: Operation, set: FrozenSet): Promise<void> {
    await this.carryOut(operation, set);
    await this.frozen.taken(operation);
  }

  /** Money moves first. Corrections of the same legs come after that, so that both stand once this resolves. */
  private async carryOut(operation: Operation, { steps, at }: FrozenSet): Promise<void> {
    const named = steps.map((step) => ({ ...step, stepId: stepIdOf(operation, step) }));
    await this.addToFile(operation, named, at);
    const payments = await this.outcomes.apply(
      named.flatMap((step) => commandsOf(step, at).map((command) => ({ paymentId: step.paymentId, command }))),
      operation,
    );
    await this.corrected.apply(
      named.flatMap((step) => correctionOf(step, at) ?? []),
      operation,
    );
    await this.outgoing.make(operation.id, new Set(goneLegs(named, payments)), operation);
  }

  /** The legs that settle or are returned now go out in one file, unless they went out before. */
  private async addToFile(operation: Operation, steps: readonly BankStep[], at: string): Promise<void> {
    const goingOut = steps.filter(({ isLate, isRecalled, file }) => !isLate && !isRecalled && file === undefined);
    const found = await Promise.all(goingOut.map(({ legId }) => this.transfers.find(legId)));
    const transfers = found.flatMap((transfer) => transfer ?? []);
    const accountId = transfers[0]?.accountId;
    if (accountId === undefined) return;
    const created = new Date(at);
    const file = { accountId, batchId: operation.id, window: 'simulation', created } as const;
    await this.outgoing.add(file, transfers, () => created, operation);
  }
}

/** The legs that have gone to their banks, by these steps or by those of another simulation at the same time. */
function goneLegs(steps: readonly BankStep[], payments: readonly Payment[]): string[] {
  const states = new Map(payments.flatMap(({ legs }) => legs.map((leg) => [leg.terms.id, leg] as const)));
  return steps.flatMap(({ legId }) => {
    const { submission, settlement, stop } = states.get(legId) ?? {};
    const isReturned = stop?.isCause && stop.code !== undefined;
    return submission || settlement || isReturned ? [legId] : [];
  });
}

/** A file can ask for several steps of a leg. */
const stepIdOf = ({ id }: Operation, { legId, line }: FrozenStep): string =>
  deriveTimedId(id, legId, line === undefined ? 'step' : `line ${line}`);

const messageOfDown = (until: Date): string =>
  `The bank is down. It does something again at ${until.toISOString()} at the earliest.`;

const SELF = { kind: 'service', service: 'transfers' } as const;

export type Wish =
  | { readonly action: 'process'; readonly code?: undefined }
  | { readonly action: 'fail' | 'lateReturn'; readonly code: ReturnCode };

import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, deriveTimedId, newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { untracedTraceparent } from '@halyard/observability';
import type { StopLeg } from '../payment/payment.decider.js';
import type { Stop } from '../payment/payment.model.js';
import { timeOf } from '../payment/event-time.js';
import { legOf } from '../payment/payment.legs.js';
import { PaymentProcess } from '../payment/payment.process.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import { Transfers } from '../transfer/transfers.js';
import { metadataOf } from '../payment/payment-request.js';
import { BANK_ENTRY } from '../cut-off/bank-entries.js';
import { BankFacts } from './bank-facts.rows.js';
import { BankOutcomes } from './bank-outcomes.js';
import type { Receipt } from './bank-partner.js';
import { BankSubmissions } from './bank-submissions.js';

const because = 'partner';

/** How long to wait before asking again about an entry of which the partner can't tell the outcome. */
const ASKED_AGAIN_MS = 60_000;

/**
 * Hands legs to the bank partner at their cut-offs. The payment records the hand-over first. From then on the leg can't
 * be cancelled. If a crash or a lost answer interrupts the hand-over, the next try finds the record and asks for the
 * outcome instead of submitting again.
 */
@Injectable()
export class HandOver {
  constructor(
    private readonly transfers: Transfers,
    private readonly submissions: BankSubmissions,
    private readonly process: PaymentProcess,
    private readonly facts: BankFacts,
    private readonly outcomes: BankOutcomes,
    private readonly clock: Clock,
    dueWork: DueWork,
  ) {
    dueWork.on(BANK_ENTRY, ({ key, dueAt }) => this.handOver(key, dueAt));
  }

  /** @returns when to ask again; undefined once the partner's answer is known */
  private async handOver(legId: string, dueAt: Date): Promise<Date | undefined> {
    const transfer = await this.transfers.find(legId);
    if (!transfer?.started) return undefined;
    const now = await this.clock.now(transfer.accountId);
    const later = new Date(now.getTime() + ASKED_AGAIN_MS);
    // The submission is not recorded either, so that its sender can still cancel the leg.
    if (this.submissions.isHeldBack) return later;
    const operation: Operation = {
      id: legId,
      requestId: legId,
      principal: { kind: 'service', service: 'transfers' },
      at: timeOf(dueAt.toISOString(), now),
      traceparent: untracedTraceparent(newId()),
    };
    const answer = await this.submitted(transfer, operation);
    if (answer === undefined) await this.endRejection(transfer, operation);
    if (answer === undefined || answer.kind === 'accepted') return undefined;
    if (answer.kind !== 'rejected') return later;
    await this.stop(transfer, operation, { id: rejectionIdOf(transfer), code: answer.code });
    return undefined;
  }

  /** @returns undefined if there is nothing to hand over, or nothing any more */
  private async submitted(transfer: Transfer, operation: Operation): Promise<Receipt | undefined> {
    const { id: legId, paymentId, status } = transfer;
    if (status !== 'pending') return undefined;
    const [view] = await this.facts.of([transfer], operation);
    // Does nothing if the leg was already submitted: then its bank has it.
    if (view?.isRecalled) await this.stop(transfer, operation, { id: newId() });
    const isFirst = await this.process.submit(
      paymentId,
      { legId, submissionId: newId(), because, at: operation.at },
      metadataOf(operation),
    );
    if (isFirst === undefined) return undefined;
    return this.submissions.submit(transfer, view, isFirst);
  }

  /** An earlier try may have failed the leg, but stopped before it told the owners of bank and customer. */
  private async endRejection(transfer: Transfer, operation: Operation): Promise<void> {
    const payment = await this.process.drive(transfer.paymentId);
    const stop = legOf(payment, transfer.id)?.stop;
    if (stop?.id === rejectionIdOf(transfer)) await this.stop(transfer, operation, stop);
  }

  /** @param stop with the code of the partner's refusal; without one the leg is recalled */
  private stop(
    { paymentId, id: legId }: Transfer,
    operation: Operation,
    { id: stopId, code }: Pick<Stop, 'id' | 'code'>,
  ): Promise<unknown> {
    const command: StopLeg = { type: 'StopLeg', legId, stopId, code, from: 'pending', because, at: operation.at };
    return this.outcomes.apply([{ paymentId, command }], operation);
  }
}

/** All tries use the same id, so that the next one finishes what an earlier one began. */
const rejectionIdOf = ({ id }: Transfer): string => deriveTimedId(id, 'rejected');

import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreatedDocument } from '@halyard/contracts';
import { created } from '@halyard/contracts';
import { moneyToJson, newId, validationError } from '@halyard/core';
import { TransfersConfig } from '../../config.js';
import { Facts, type KnownSource } from '../../facts/facts.js';
import { SealedMetadata } from '../../transfer/sealed-metadata.js';
import { paymentIdOf } from '../payment-ids.js';
import { legsOf } from '../flows.js';
import { type Payment, type PaymentSide, type PaymentTerms, statusOf } from '../payment.model.js';
import { PaymentProcess } from '../payment.process.js';
import { CreateTransfer } from './create-transfer.command.js';
import { type Eligibility, type Eligible, insufficientFunds, judge, sameSource } from './eligibility.js';

@CommandHandler(CreateTransfer)
export class CreateTransferHandler implements ICommandHandler<CreateTransfer> {
  constructor(
    private readonly facts: Facts,
    private readonly process: PaymentProcess,
    private readonly metadata: SealedMetadata,
    private readonly config: TransfersConfig,
  ) {}

  /** @throws DomainError ValidationError (reference facts 7.2) */
  async execute(command: CreateTransfer): Promise<CreatedDocument> {
    const { operation, requested } = command;
    if (requested.sourceId === requested.destinationId) throw validationError(sameSource);

    const asStored = await this.judge(command, (id) => this.facts.source(id, operation));
    if ('flow' in asStored) return this.pay(command, asStored);

    // The same operation may have been decided before the facts changed; then its answer stays what it was.
    const paymentId = paymentIdOf(operation.id);
    const earlier = await this.process.drive(paymentId);
    if (statusOf(earlier) !== 'none') return answerOf(earlier);

    const asTold = await this.judge(command, (id) => this.facts.sourceFromOwner(id, operation));
    if ('flow' in asTold) return this.pay(command, asTold);
    // Appended before it is answered: a process that hung before it began the payment must not pay after this.
    const refusal = { reason: 'NotEligible', faults: asTold.faults } as const;
    const { id: operationId, traceparent } = operation;
    return answerOf(await this.process.refuse(paymentId, { refusal, at: operation.at }, { operationId, traceparent }));
  }

  private async judge(
    { accountId, requested: { sourceId, destinationId, amount } }: CreateTransfer,
    find: (fundingSourceId: string) => Promise<KnownSource | undefined>,
  ): Promise<Eligibility> {
    const [source, destination] = await Promise.all([find(sourceId), find(destinationId)]);
    const own = (known: KnownSource | undefined) => (known?.source.accountId === accountId ? known : undefined);
    return judge({ source: own(source), destination: own(destination) }, amount, this.config.transferLimit);
  }

  private async pay(
    { operation, accountId, requested }: CreateTransfer,
    { flow, source, destination }: Eligible,
  ): Promise<CreatedDocument> {
    const ids = { paymentId: paymentIdOf(operation.id), attemptId: newId() };
    const { metadata, correlationId } = requested;
    const amount = moneyToJson(requested.amount);
    const ends = { source: sideOf(source), destination: sideOf(destination) };
    const terms: PaymentTerms = {
      ...ids,
      accountId,
      legs: legsOf(flow, { ...ids, ...ends, amount }),
      correlationId,
      sealedMetadata: metadata && (await this.metadata.seal(accountId, metadata)),
      at: operation.at,
    };
    const { id: operationId, traceparent } = operation;
    return answerOf(await this.process.begin(terms, { operationId, traceparent }));
  }
}

const sideOf = ({ source }: KnownSource): PaymentSide => ({
  ownerKind: source.ownerKind,
  ownerId: source.ownerId,
  fundingSourceId: source.fundingSourceId,
});

/** @throws DomainError ValidationError with what the payment was refused for */
function answerOf(payment: Payment): CreatedDocument {
  const status = statusOf(payment);
  const { refusal } = payment;
  if (refusal) throw validationError(...(refusal.reason === 'NotEligible' ? refusal.faults : [insufficientFunds]));
  if ((status !== 'open' && status !== 'ended') || !payment.terms) throw new Error(`a payment was left ${status}`);
  return created('transfer', payment.terms.paymentId);
}

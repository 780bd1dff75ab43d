import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { isHolder, type PartyFact } from '@halyard/contracts/parties';
import { type Claim, type Fault, moneyToJson, newId, usd, utcWeekOf, validationError } from '@halyard/core';
import { type LinkedResource } from '@halyard/input';
import { timeOf } from '@halyard/http';
import { Facts, type KnownSource, type Look } from '../../facts/facts.js';
import { limitOf } from '../../limit/limit-of.js';
import { SealedMetadata } from '../sealed-metadata.js';
import { paymentIdOf } from '../../payment-ids.js';
import { legsOf } from '../flows.js';
import { metadataOf, requestOf } from '../payment-request.js';
import {
  type Payment,
  type PaymentSide,
  type PaymentTerms,
  type PaymentRefusal,
  statusOf,
  type WeeklyLimit,
} from '../payment.model.js';
import { PaymentProcess } from '../payment.process.js';
import { CreateTransfer, type RequestedFee } from './create-transfer.command.js';
import {
  type Eligibility,
  type Eligible,
  type Ends,
  insufficientFunds,
  judge,
  overWeeklyLimit,
} from './eligibility.js';
import type { ChargedFee } from './fee-faults.js';

@CommandHandler(CreateTransfer)
export class CreateTransferHandler implements ICommandHandler<CreateTransfer> {
  constructor(
    private readonly facts: Facts,
    private readonly process: PaymentProcess,
    private readonly metadata: SealedMetadata,
  ) {}

  /** @throws DomainError ValidationError (reference facts 7.2) */
  async execute(command: CreateTransfer): Promise<CreatedAnswer> {
    const { operation, claim } = command;
    if (claim) {
      const remembered = this.facts.asRemembered();
      const asRemembered = await this.judge(command, remembered);
      if ('flow' in asRemembered) return this.pay(command, asRemembered, remembered.claim(claim));
    }
    const asStored = await this.judge(command, this.facts.asStored(operation));
    if ('flow' in asStored) return this.pay(command, asStored, claim);

    // If the facts have changed since an earlier try decided the operation, its answer still stays the same.
    const paymentId = paymentIdOf(operation.id);
    const earlier = await this.process.drive(paymentId);
    if (statusOf(earlier) !== 'none') return answerOf(earlier);

    const asTold = await this.judge(command, this.facts.asTold(operation));
    if ('flow' in asTold) return this.pay(command, asTold, claim);
    // Appended before the answer: a process that hung before it began this payment must not pay after the refusal.
    const refusal = { reason: 'NotEligible', faults: asTold.faults } as const;
    const refusing = { refusal, request: requestOf(operation), at: operation.at };
    return answerOf(await this.process.refuse(paymentId, refusing, metadataOf(operation), claim));
  }

  private async judge({ operation, accountId, requested }: CreateTransfer, look: Look): Promise<Eligibility> {
    const [source, destination] = await Promise.all([
      look.source(requested.sourceId),
      destinationOf(requested.destination, look),
    ]);
    const own = <End extends Ends['destination']>(end: End) => (end?.owner.accountId === accountId ? end : undefined);
    const ends = { source: own(source), destination: own(destination) };
    const fees = await Promise.all((requested.fees ?? []).map((fee) => chargedFee(fee, ends, accountId, look)));
    return judge(ends, { ...requested, fees, at: timeOf(operation) });
  }

  private async pay(
    { operation, accountId, requested }: CreateTransfer,
    { flow, source, destination, fees }: Eligible,
    claim: Claim | undefined,
  ): Promise<CreatedAnswer> {
    const ids = { paymentId: paymentIdOf(operation.id), attemptId: newId() };
    const { clearing, metadata, correlationId } = requested;
    const amount = moneyToJson(requested.amount);
    const ends = { source: sideOf(source), destination: sideOf(destination) };
    const legs = legsOf(flow, { ...ids, ...ends, accountId, amount, clearing, fees });
    const terms: PaymentTerms = {
      ...ids,
      accountId,
      legs,
      weeklyLimit: weeklyLimitOf(source, operation),
      correlationId,
      sealedMetadata: metadata && (await this.metadata.seal({ accountId, legs }, metadata)),
      request: requestOf(operation),
      at: operation.at,
    };
    return answerOf(await this.process.begin(terms, metadataOf(operation), claim));
  }
}

/** A party receives on its balance; if it has none, on its oldest bank (decision "a customer or account URL"). */
async function destinationOf({ kind, id }: LinkedResource, look: Look): Promise<Ends['destination']> {
  if (kind === 'funding-source') return look.source(id);
  const owner = await look.party(kind === 'account' ? 'account' : 'customer', id);
  if (!owner) return undefined;
  const source = isHolder(owner) ? await look.source(balanceIdOf(id)) : await look.oldestBank(owner);
  return source ?? { owner, source: undefined };
}

async function chargedFee(
  { payer: { kind, id }, amount }: RequestedFee,
  { source, destination }: Ends,
  accountId: string,
  look: Look,
): Promise<ChargedFee> {
  const is = (owner: PartyFact | undefined) => owner?.partyId === id && owner.kind === kind;
  if (is(source?.owner)) return { payer: 'sender', amount };
  if (is(destination?.owner)) return { payer: 'receiver', amount };
  const other = await look.party(kind === 'account' ? 'account' : 'customer', id);
  return { payer: other?.accountId === accountId ? 'other' : 'unknown', amount };
}

const sideOf = ({ source }: KnownSource): PaymentSide => ({
  ownerKind: source.ownerKind,
  ownerId: source.ownerId,
  fundingSourceId: source.fundingSourceId,
});

function weeklyLimitOf({ owner, settings }: KnownSource, operation: Operation): WeeklyLimit | undefined {
  const limit = limitOf(owner, settings);
  if (limit?.kind !== 'weekly') return undefined;
  return { customerId: owner.partyId, week: utcWeekOf(timeOf(operation)), limit: moneyToJson(usd(limit.minor)) };
}

/** @throws DomainError ValidationError with the faults for which the payment was refused */
function answerOf(payment: Payment): CreatedAnswer {
  const status = statusOf(payment);
  const { refusal } = payment;
  if (refusal) throw validationError(...faultsOf(refusal));
  if ((status !== 'open' && status !== 'ended') || !payment.terms) throw new Error(`a payment was left ${status}`);
  return created('transfer', payment.terms.paymentId);
}

function faultsOf(refusal: PaymentRefusal): readonly Fault[] {
  switch (refusal.reason) {
    case 'NotEligible':
      return refusal.faults;
    case 'InsufficientFunds':
      return [insufficientFunds];
    case 'OverWeeklyLimit':
      return [overWeeklyLimit];
  }
}

import { Command } from '@nestjs/cqrs';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import type { Claim, Money } from '@halyard/core';
import type { LinkedResource } from '@halyard/input';
import type { CreditClearing } from '../payment.model.js';

/** A transfer as the client asks for it, validated as far as possible without looking anything up. */
export interface RequestedTransfer {
  readonly sourceId: string;
  /** A funding source; or a customer or account, which stands for the source that it receives on. */
  readonly destination: LinkedResource;
  readonly amount: Money;
  /** Applies to the legs that credit a bank. */
  readonly clearing?: CreditClearing;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly correlationId?: string;
  readonly fees?: readonly RequestedFee[];
}

export interface RequestedFee {
  readonly payer: LinkedResource;
  readonly amount: Money;
}

export class CreateTransfer extends Command<CreatedAnswer> {
  /** @param claim on the operation's key, made with the first append; undefined if the key is already claimed */
  constructor(
    readonly operation: Operation,
    readonly accountId: string,
    readonly requested: RequestedTransfer,
    readonly claim: Claim | undefined,
  ) {
    super();
  }
}

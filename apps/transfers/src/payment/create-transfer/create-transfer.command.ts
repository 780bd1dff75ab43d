import { Command } from '@nestjs/cqrs';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import type { Money } from '@halyard/core';
import type { LinkedResource } from '@halyard/http';
import type { CreditClearing } from '../payment.model.js';

/** What is asked for, checked as far as that goes without knowing anyone. */
export interface RequestedTransfer {
  readonly sourceId: string;
  /** A funding source, or a customer or account for the one that is theirs. */
  readonly destination: LinkedResource;
  readonly amount: Money;
  /** Of what goes to a bank. */
  readonly clearing?: CreditClearing;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly correlationId?: string;
  readonly fees?: readonly RequestedFee[];
}

export interface RequestedFee {
  readonly payer: LinkedResource;
  readonly amount: Money;
}

/** One POST /transfers. */
export class CreateTransfer extends Command<CreatedDocument> {
  constructor(
    readonly operation: Operation,
    readonly accountId: string,
    readonly requested: RequestedTransfer,
  ) {
    super();
  }
}

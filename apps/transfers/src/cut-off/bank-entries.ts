import { Injectable } from '@nestjs/common';
import { dueSteps } from '@halyard/background';
import type { ReturnCode } from '@halyard/core';
import type { PipelineStep } from '@halyard/persistence';
import type { LegSubmittedData } from '../payment/payment.model.js';
import { BankHours, type Movement } from './bank-hours.js';

/** Due work: hand a leg to the bank partner, or ask the partner about it. */
export const BANK_ENTRY = 'bank-entry';

/** A transfer that has been waiting for its bank since `started`. */
export interface WaitingTransfer extends Movement {
  readonly id: string;
  readonly accountId: string;
  readonly started: Date | null;
}

/** The changes between transfers and their banks that a page of events makes. */
export interface BankChanges {
  /** Transfers as they were when they began to wait for their banks. */
  readonly started: readonly WaitingTransfer[];
  readonly submitted: readonly { readonly transfer: WaitingTransfer; readonly submission: LegSubmittedData }[];
  /** Transfers that have settled, and that their banks will return. */
  readonly returnsDue: readonly {
    readonly transfer: WaitingTransfer;
    readonly code: ReturnCode;
    /** By the bank's date. */
    readonly settledAt: Date;
  }[];
  /** Transfers that no longer wait for their banks. */
  readonly ended: readonly WaitingTransfer[];
  /** Transfers of which a late return was due, and no longer is. */
  readonly returned: readonly WaitingTransfer[];
}

/** Schedules what banks do with legs, in the commit that shows them. */
export abstract class BankEntries {
  abstract stepsFor(changes: BankChanges): Promise<readonly PipelineStep[]>;
}

/** Schedules nothing. */
@Injectable()
export class NoBankEntries extends BankEntries {
  override stepsFor(): Promise<readonly PipelineStep[]> {
    return Promise.resolve([]);
  }
}

/** Schedules each leg for its cut-off, by its account's clock. For production, where a partner does the rest. */
@Injectable()
export class DueBankEntries extends BankEntries {
  constructor(private readonly hours: BankHours) {
    super();
  }

  override stepsFor({ started }: BankChanges): Promise<readonly PipelineStep[]> {
    const items = started.flatMap((transfer) => {
      const { id: key, accountId, started: at } = transfer;
      const dueAt = at && this.hours.exportOf(transfer, at);
      return dueAt ? [{ kind: BANK_ENTRY, key, accountId, dueAt, data: null }] : [];
    });
    return Promise.resolve(dueSteps(items));
  }
}

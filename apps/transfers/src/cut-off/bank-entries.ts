import { Injectable } from '@nestjs/common';
import { dueSteps } from '@halyard/background';
import type { PipelineStep } from '@halyard/persistence';
import { BankHours, type Movement } from './bank-hours.js';

/** Due work: hand a leg to the bank partner, or ask the partner about it. */
export const BANK_ENTRY = 'bank-entry';

/** A transfer that has been waiting for its bank since `started`. */
export interface WaitingTransfer extends Movement {
  readonly id: string;
  readonly accountId: string;
  readonly started: Date | null;
}

/** Schedules the legs that begin to wait for their banks, in the commit that shows them. */
export abstract class BankEntries {
  abstract begun(transfers: readonly WaitingTransfer[]): readonly PipelineStep[];
}

/** Schedules nothing. For the sandbox, where banks act on request. */
@Injectable()
export class NoBankEntries extends BankEntries {
  override begun(): readonly PipelineStep[] {
    return [];
  }
}

/** Schedules each leg for its cut-off, by its account's clock. */
@Injectable()
export class DueBankEntries extends BankEntries {
  constructor(private readonly hours: BankHours) {
    super();
  }

  override begun(transfers: readonly WaitingTransfer[]): readonly PipelineStep[] {
    return dueSteps(
      transfers.flatMap((transfer) => {
        const { id: key, accountId, started } = transfer;
        const dueAt = started && this.hours.exportOf(transfer, started);
        return dueAt ? [{ kind: BANK_ENTRY, key, accountId, dueAt, data: null }] : [];
      }),
    );
  }
}

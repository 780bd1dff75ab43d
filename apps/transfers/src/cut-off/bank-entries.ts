import { Injectable } from '@nestjs/common';
import { dueSteps } from '@halyard/background';
import type { PipelineStep } from '@halyard/persistence';
import { BankHours, type Moving } from './bank-hours.js';

/** Due work: a leg to be handed to the bank partner, or about which the partner has to be asked. */
export const BANK_ENTRY = 'bank-entry';

/** A transfer that has waited for its bank since `started`. */
export interface WaitingTransfer extends Moving {
  readonly id: string;
  readonly accountId: string;
  readonly started: Date | null;
}

/** Schedules legs that begin to wait for their banks, in the commit that shows them. */
export abstract class BankEntries {
  abstract begun(transfers: readonly WaitingTransfer[]): readonly PipelineStep[];
}

/** In the sandbox banks act on request. */
@Injectable()
export class NoBankEntries extends BankEntries {
  override begun(): readonly PipelineStep[] {
    return [];
  }
}

/** Each is handed over at its cut-off, in its account's time. */
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

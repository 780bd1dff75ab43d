import { Inject, Injectable } from '@nestjs/common';
import { type Logger, LOGGER } from '@halyard/observability';
import { BankHours } from '../cut-off/bank-hours.js';
import { bankOf } from '../transfer/transfer.answer.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import type { BankView } from './bank-facts.rows.js';
import type { BankEntry, BankPartner, Receipt } from './bank-partner.js';
import { PromptPartner } from './prompt-partner.js';

/** Submits legs to the bank partner, each once. */
@Injectable()
export class BankSubmissions {
  constructor(
    private readonly partner: PromptPartner,
    private readonly hours: BankHours,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Whether nothing is submitted for now, because the partner has not answered lately. */
  get isHeldBack(): boolean {
    return this.partner.isSilent;
  }

  /**
   * @param isFirst false if the leg may have been submitted before: then the partner is asked about it first
   * @returns undefined if the leg is not for a bank
   */
  async submit(transfer: Transfer, view: BankView | undefined, isFirst: boolean): Promise<Receipt | undefined> {
    const entry = this.entryOf(transfer, view);
    if (!entry) return undefined;
    const submit = (partner: BankPartner) => partner.submit(entry);
    if (isFirst) return this.answered(submit);
    const found = await this.answered((partner) => partner.find(entry.id));
    return found.kind === 'absent' ? this.answered(submit) : found;
  }

  /** A partner that does not answer may still have received the entry. */
  private async answered(question: (partner: BankPartner) => Promise<Receipt>): Promise<Receipt> {
    try {
      return await this.partner.ask(question);
    } catch (error) {
      this.log.warn({ err: error }, 'the bank partner did not answer');
      return { kind: 'unknown' };
    }
  }

  private entryOf(transfer: Transfer, view: BankView | undefined): BankEntry | undefined {
    const { id, accountId, amountMinor, started } = transfer;
    const route = started ? this.hours.routeOf(transfer, started) : 'instant';
    if (route === 'instant' || !started) return undefined;
    return { id, accountId, route, amountMinor, bank: bankOf(transfer), startedAt: started, returns: view?.returns };
  }
}

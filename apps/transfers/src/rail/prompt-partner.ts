import { Injectable } from '@nestjs/common';
import { Clock, pause } from '@halyard/core';
import { TransfersConfig } from '../config.js';
import { BankPartner } from './bank-partner.js';

/** How long a partner is not called after it did not answer in time. */
const LET_BE_MS = 30_000;

/** The bank partner does not answer. It may still have received the call. */
export class PartnerSilent extends Error {
  override readonly name = 'PartnerSilent';
}

/**
 * Calls the bank partner with a time limit. Due work runs one item after the other, so a hanging partner would delay
 * everything. It is therefore waited for once, and then not called for a while.
 */
@Injectable()
export class PromptPartner {
  private silentUntil = new Date(0);

  constructor(
    private readonly partner: BankPartner,
    private readonly config: TransfersConfig,
    private readonly clock: Clock,
  ) {}

  /** Whether calls fail at once because the partner is not called for now. */
  get isSilent(): boolean {
    return this.clock.system() < this.silentUntil;
  }

  /** @throws PartnerSilent, and every error of the partner */
  async ask<Answer>(question: (partner: BankPartner) => Promise<Answer>): Promise<Answer> {
    if (this.isSilent) throw new PartnerSilent('the bank partner did not answer a moment ago');
    const answered = new AbortController();
    try {
      return await Promise.race([question(this.partner), this.tooLate(answered.signal)]);
    } finally {
      answered.abort();
    }
  }

  private async tooLate(answered: AbortSignal): Promise<never> {
    const { bankAnswerMs } = this.config;
    await pause(bankAnswerMs, answered);
    answered.throwIfAborted();
    this.silentUntil = new Date(this.clock.system().getTime() + LET_BE_MS);
    throw new PartnerSilent(`the bank partner did not answer within ${bankAnswerMs} ms`);
  }
}

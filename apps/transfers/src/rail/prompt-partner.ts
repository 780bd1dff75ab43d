import { Injectable } from '@nestjs/common';
import { Clock, pause } from '@halyard/core';
import { TransfersConfig } from '../config.js';
import { BankPartner } from './bank-partner.js';

/** How long a partner that did not answer in time is not asked again. */
const LET_BE_MS = 30_000;

/** The bank partner does not answer. It may have received the call all the same. */
export class PartnerSilent extends Error {
  override readonly name = 'PartnerSilent';
}

/**
 * The bank partner, as long as it answers in time. Due work runs one item after the other: a partner that hangs is
 * waited for once and then left alone for a while, so that it holds up nothing for longer.
 */
@Injectable()
export class PromptPartner {
  private silentUntil = new Date(0);

  constructor(
    private readonly partner: BankPartner,
    private readonly config: TransfersConfig,
    private readonly clock: Clock,
  ) {}

  /** It is left alone: no call would be made. */
  get isSilent(): boolean {
    return this.clock.system() < this.silentUntil;
  }

  /** @throws PartnerSilent, and what the partner throws */
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

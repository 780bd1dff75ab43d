import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { TransfersConfig } from '../config.js';
import { BankHappenings } from './bank-happenings.js';
import { PromptPartner } from './prompt-partner.js';

/** Due work: a single item polls the partner, and stores the cursor of the last answer. */
const BANK_FEED = 'bank-feed';
const KEY = 'partner';
const HAPPENINGS_MAX = 100;

/**
 * Asks the bank partner for news and applies it. The cursor moves in the commit of due work. Interrupted work is
 * therefore applied again, and a second application changes nothing.
 */
@Injectable()
export class BankFeed implements OnApplicationBootstrap {
  constructor(
    private readonly partner: PromptPartner,
    private readonly happenings: BankHappenings,
    private readonly clock: Clock,
    private readonly config: TransfersConfig,
    private readonly dueWork: DueWork,
  ) {
    dueWork.on(BANK_FEED, async ({ data }, tx) => {
      const since = (data as string | null) ?? undefined;
      const { cursor, happenings } = await this.partner.ask((partner) => partner.happened(since, HAPPENINGS_MAX));
      await this.happenings.apply(happenings);
      const waitMs = happenings.length === HAPPENINGS_MAX ? 0 : this.config.bankPollMs;
      const dueAt = new Date(this.clock.system().getTime() + waitMs);
      await this.dueWork.put({ kind: BANK_FEED, key: KEY, accountId: null, dueAt, data: cursor }, tx);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.environment !== 'production' || (await this.dueWork.has(BANK_FEED, KEY))) return;
    const dueAt = this.clock.system();
    await this.dueWork.put({ kind: BANK_FEED, key: KEY, accountId: null, dueAt, data: null });
  }
}

import { Injectable } from '@nestjs/common';
import { ref } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { type OwnWork, WorkUnderWay, type UnderWayQuestion } from '@halyard/messaging';
import { DataSource } from 'typeorm';
import { INQUIRY } from './inquiry-completion.js';

const RUNNING = `
  SELECT funding_source_id AS id FROM balance_inquiries AS inquiry
  WHERE account_id = $1 AND ended IS NULL AND begun <= $2 AND EXISTS (
    SELECT FROM due_work WHERE kind = $3 AND key = funding_source_id::text AND ($4 OR due_at <= $5)
  )
  ORDER BY begun, funding_source_id`;

/**
 * The balance inquiries that end by themselves. While the account's clock stands, these are only those that are due: the
 * others wait for the clock. `bound` is a time of the account.
 */
@Injectable()
export class InquiriesUnderWay extends WorkUnderWay {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async of(accountId: string, { bound }: UnderWayQuestion): Promise<OwnWork> {
    const now = await this.clock.now(accountId);
    const upTo = bound ?? now.toISOString();
    const passes = await this.clock.isRunning(accountId);
    const running = await this.dataSource.query<{ id: string }[]>(RUNNING, [accountId, upTo, INQUIRY, passes, now]);
    const [first] = running;
    return {
      bound: upTo,
      waitingFor: first
        ? [{ what: 'balance-inquiry', count: running.length, example: ref('funding-source', first.id) }]
        : [],
    };
  }
}

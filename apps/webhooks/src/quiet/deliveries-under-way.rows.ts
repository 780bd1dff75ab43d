import { Injectable } from '@nestjs/common';
import { ref } from '@halyard/contracts';
import type { WaitingFor } from '@halyard/contracts/sandbox-clock';
import { type OwnWork, WorkUnderWay, type UnderWayQuestion } from '@halyard/messaging';
import { DataSource } from 'typeorm';

/** Counting goes no further: whoever waits only has to see that there are many. */
const COUNTED_MAX = 1_000;

/** The oldest come first. A resend and a replay have had their first attempt before. */
const FIRST_ATTEMPTS = `
  SELECT delivery.id FROM subscriptions AS subscription
  JOIN deliveries AS delivery ON delivery.subscription_id = subscription.id AND delivery.state = 'pending'
  JOIN public_events AS event ON event.id = delivery.event_id AND event.recorded_at = delivery.recorded_at
  WHERE subscription.account_id = $1 AND NOT subscription.paused
    AND delivery.tries = 0 AND delivery.resend_of IS NULL AND event.position <= $2
  ORDER BY event.position, delivery.id LIMIT ${COUNTED_MAX}`;

/** The account's public events, and the first attempts at their deliveries. `bound` is the position of an event. */
@Injectable()
export class DeliveriesUnderWay extends WorkUnderWay {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async of(accountId: string, { deliveries, bound }: UnderWayQuestion): Promise<OwnWork> {
    const sql = 'SELECT count FROM event_counts WHERE account_id = $1';
    const [{ count } = { count: '0' }] = await this.dataSource.query<{ count: string }[]>(sql, [accountId]);
    const upTo = bound ?? count;
    return {
      waitingFor: deliveries ? await this.firstAttempts(accountId, upTo) : [],
      bound: upTo,
      events: Number(count),
    };
  }

  private async firstAttempts(accountId: string, position: string): Promise<WaitingFor[]> {
    const waiting = await this.dataSource.query<{ id: string }[]>(FIRST_ATTEMPTS, [accountId, position]);
    const [first] = waiting;
    return first ? [{ what: 'delivery', count: waiting.length, example: ref('webhook', first.id) }] : [];
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { type PublicFace, publicFaceOf, WebhooksConfig } from '../../config.js';
import { messageOf } from '../event-message.js';
import { type Restart, restartsOf } from '../../recovery/restarts.rows.js';
import { newestOf } from '../get-events/events-page.query.js';
import type { PublicEvent } from '../public-event.js';
import { RecordedEvents } from '../recorded-events.session.js';
import { Slots } from '../slots.js';
import { BEGINNING, EventStream } from './event-stream.js';
import { startOf } from './last-event-id.js';
import { openStream } from './open-stream.js';
import { eventsBetween, requireNext, type Topics } from './positioned-events.rows.js';
import { StreamLimits } from './stream-limits.js';

@Injectable()
export class OpenStreams {
  private readonly slots: Slots;
  private readonly face: PublicFace;

  constructor(
    config: WebhooksConfig,
    private readonly dataSource: DataSource,
    private readonly recorded: RecordedEvents,
    private readonly limits: StreamLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.slots = new Slots(limits.perApplication, 'streams');
    this.face = publicFaceOf(config);
  }

  /**
   * Opens a stream that begins after the last event that the client has, or now.
   * @throws DomainError TooManyRequests if the caller may open no more streams; ValidationError if no stream gave the
   * id, or if it is of a time that a restore has undone; Gone if the next event is no longer stored
   */
  async begin(caller: string, streamed: Topics, lastEventId: string | undefined): Promise<EventStream<PublicEvent>> {
    const { manager } = this.dataSource;
    return openStream(
      this.slots.take(caller),
      (news) => this.recorded.watch(streamed.accountId, news),
      async () => {
        const newest = await newestOf(manager, streamed.accountId);
        const gaps = await restartsOf(manager, 'events', streamed.accountId);
        const after = startOf(lastEventId, { beginning: BEGINNING, newest, gaps, code: 'InvalidFormat' });
        if (after < newest) await requireNext(manager, streamed.accountId, { after, newest, gaps });
        return this.streamOf(streamed, { after, newest, gaps });
      },
    );
  }

  private streamOf(
    streamed: Topics,
    range: { readonly after: bigint; readonly newest: bigint; readonly gaps: readonly Restart[] },
  ): EventStream<PublicEvent> {
    const { pageSize, heartbeatMs } = this.limits;
    return new EventStream({
      ...range,
      pageSize,
      heartbeatMs,
      read: (from, to) => eventsBetween(this.dataSource.manager, streamed, from, to),
      textOf: (event) => JSON.stringify(messageOf(event, this.face)),
      onFailure: (error) => this.logger.warn({ err: error }, 'a stream of events ends'),
    });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { LOGGER, type Logger } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { publicFaceOf, WebhooksConfig } from '../../config.js';
import { messageOf, type PublicFace } from '../event-message.js';
import { boundsOf } from '../get-events/events-page.query.js';
import { RecordedEvents, type Watcher } from '../recorded-events.session.js';
import { EventStream } from './event-stream.js';
import { startOf } from './last-event-id.js';
import { eventsBetween, type Streamed } from './positioned-events.rows.js';
import { StreamLimits } from './stream-limits.js';

/** Before a client that has all its streams may find a place. */
const RETRY_AFTER_SECONDS = 5;

/** What is told of an account, also before its stream is there. */
class News implements Watcher {
  private newest = 0n;
  private isLost = false;
  private stream: EventStream | undefined;

  feed(stream: EventStream): void {
    this.stream = stream;
    if (this.isLost) stream.end();
    else stream.advance(this.newest);
  }

  readonly onRecorded = (newest: bigint): void => {
    this.newest = newest;
    this.stream?.advance(newest);
  };

  readonly onLost = (): void => {
    this.isLost = true;
    this.stream?.end();
  };
}

/** The live streams of this process. */
@Injectable()
export class OpenStreams {
  private readonly open = new Map<string, number>();
  private readonly face: PublicFace;

  constructor(
    config: WebhooksConfig,
    private readonly dataSource: DataSource,
    private readonly recorded: RecordedEvents,
    private readonly limits: StreamLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.face = publicFaceOf(config);
  }

  /**
   * Begins behind the event that the client has last, or now.
   *
   * @throws DomainError TooManyRequests when the application has all its streams; ValidationError for an id that no
   * stream gave; Gone when what follows it is not kept any more
   */
  async begin(applicationId: string, streamed: Streamed, lastEventId: string | undefined): Promise<EventStream> {
    const leave = this.takePlace(applicationId);
    let unwatch = (): void => undefined;
    try {
      const news = new News();
      unwatch = await this.recorded.watch(streamed.accountId, news);
      // What is recorded from here on is told, and what was recorded before is read.
      const bounds = await boundsOf(this.dataSource.manager, streamed.accountId);
      const stream = this.streamOf(streamed, startOf(lastEventId, bounds), bounds.newest);
      stream.once('close', () => {
        unwatch();
        leave();
      });
      news.feed(stream);
      return stream;
    } catch (error) {
      unwatch();
      leave();
      throw error;
    }
  }

  private streamOf(streamed: Streamed, after: bigint, newest: bigint): EventStream {
    const { pageSize, heartbeatMs } = this.limits;
    return new EventStream({
      after,
      newest,
      pageSize,
      heartbeatMs,
      read: (from, to) => eventsBetween(this.dataSource.manager, streamed, from, to),
      textOf: (event) => JSON.stringify(messageOf(event, this.face)),
      onFailure: (error) => this.logger.warn({ err: error }, 'a stream of events ends'),
    });
  }

  private takePlace(applicationId: string): () => void {
    const count = this.open.get(applicationId) ?? 0;
    if (count >= this.limits.perApplication) {
      const message = `An application has ${this.limits.perApplication} streams at most.`;
      throw new DomainError('TooManyRequests', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.open.set(applicationId, count + 1);
    return () => {
      const left = (this.open.get(applicationId) ?? 1) - 1;
      if (left > 0) this.open.set(applicationId, left);
      else this.open.delete(applicationId);
    };
  }
}

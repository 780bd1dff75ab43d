import { Controller } from '@nestjs/common';
import { EVENT_STREAM, limitedAs, type Operation } from '@halyard/contracts';
import { eventRoutes } from '@halyard/contracts/events';
import type { IncomingExchange } from '@halyard/http';
import type { ValuesOf } from '@halyard/input';
import { applicationOf, Bytes, CurrentExchange, CurrentOperation, fieldOf, Serves } from '@halyard/http';
import { DeclaredQuery, ReadQuery } from '@halyard/input';
import { topics } from '../get-events/event-filters.js';
import { OpenStreams } from './open-streams.js';

const streamQuery = new DeclaredQuery({ topic: topics });

/** Streams the events of an account as they happen, for consoles and the command line. */
@Controller()
export class StreamEventsController {
  constructor(private readonly streams: OpenStreams) {}

  /** @throws DomainError ValidationError, Gone, TooManyRequests; Forbidden for a service principal */
  @Serves(eventRoutes.streamEvents)
  async stream(
    @ReadQuery(streamQuery) { topic }: ValuesOf<typeof streamQuery>,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { headers }: IncomingExchange,
  ): Promise<Bytes> {
    const principal = applicationOf(operation);
    const streamed = { accountId: principal.accountId, topics: topic };
    const stream = await this.streams.begin(limitedAs(principal), streamed, fieldOf(headers, 'last-event-id'));
    return new Bytes(stream, { 'content-type': EVENT_STREAM, 'cache-control': 'no-store' });
  }
}

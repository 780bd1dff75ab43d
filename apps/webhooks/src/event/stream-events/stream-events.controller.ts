import { Controller, Get, Query } from '@nestjs/common';
import { EVENT_STREAM, type Operation, publicRoutes } from '@halyard/contracts';
import { DomainError, type Fault, validationError } from '@halyard/core';
import type { IncomingExchange, Query as StreamQuery } from '@halyard/http';
import { Bytes, CurrentExchange, CurrentOperation, fieldOf } from '@halyard/http';
import { readTopics } from '../get-events/event-filters.js';
import { OpenStreams } from './open-streams.js';

/** What happens in an account, as it happens, for consoles and the command line. */
@Controller()
export class StreamEventsController {
  constructor(private readonly streams: OpenStreams) {}

  /** @throws DomainError ValidationError, Gone, TooManyRequests; Forbidden for a service principal */
  @Get(publicRoutes.streamEvents.path)
  async stream(
    @Query() query: StreamQuery,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { headers }: IncomingExchange,
  ): Promise<Bytes> {
    const { principal } = operation;
    if (principal.kind !== 'application') throw new DomainError('Forbidden');
    const { accountId, applicationId } = principal;
    const faults: Fault[] = [];
    const topics = readTopics(query, faults);
    if (faults.length > 0) throw validationError(...faults);
    const stream = await this.streams.begin(applicationId, { accountId, topics }, fieldOf(headers, 'last-event-id'));
    return new Bytes(stream, { 'content-type': EVENT_STREAM, 'cache-control': 'no-store' });
  }
}

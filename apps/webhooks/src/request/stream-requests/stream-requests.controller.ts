import { Controller } from '@nestjs/common';
import { EVENT_STREAM, type Operation } from '@halyard/contracts';
import { requestRoutes } from '@halyard/contracts/requests';
import { Bytes, CurrentExchange, CurrentOperation, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { DeclaredQuery, ReadQuery } from '@halyard/input';
import { type RequestFilters, requestFilters } from '../get-requests/request-filters.js';
import { RequestStreams } from './request-streams.js';

const streamQuery = new DeclaredQuery(requestFilters, undefined, 'refused');

/** Streams the requests of an account as they are recorded, for consoles and the command line. */
@Controller()
export class StreamRequestsController {
  constructor(private readonly streams: RequestStreams) {}

  /** @throws DomainError ValidationError, TooManyRequests; Forbidden for a service principal */
  @Serves(requestRoutes.streamRequests)
  async stream(
    @ReadQuery(streamQuery) filters: RequestFilters,
    @CurrentOperation() operation: Operation,
    @CurrentExchange() { headers }: IncomingExchange,
  ): Promise<Bytes> {
    const stream = await this.streams.begin(operation, filters, fieldOf(headers, 'last-event-id'));
    return new Bytes(stream, { 'content-type': EVENT_STREAM, 'cache-control': 'no-store' });
  }
}

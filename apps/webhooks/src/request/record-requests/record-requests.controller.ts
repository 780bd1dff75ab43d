import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { requestBatch } from '@halyard/contracts/requests';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { RequestWriter } from './request-writer.js';

/** Gateways hand over the requests that they have answered here. */
@Controller()
export class RecordRequestsController {
  constructor(private readonly writer: RequestWriter) {}

  /** @throws DomainError BadRequest, ServiceUnavailable */
  @Serves(serviceRoutes.recordRequests)
  async record(@Body() body: unknown): Promise<FactAnswer<null>> {
    const { data: batch } = requestBatch.safeParse(body);
    if (!batch) throw new DomainError('BadRequest');
    await this.writer.record(batch);
    return { type: 'fact', fact: null };
  }
}

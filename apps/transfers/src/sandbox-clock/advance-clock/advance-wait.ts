import { Injectable } from '@nestjs/common';
import { AnswerWait } from '@halyard/changes';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import type { ServiceAnswer, ServiceRequest } from '@halyard/http';
import { waitQuery } from '../../quiet/wait-query.js';
import { AdvanceEnds } from '../advance-ends.js';

/** Waits for the end of an advance whose request has an Idempotency-Key, and so do repeats of the request. */
@Injectable()
export class AdvanceWait extends AnswerWait {
  override readonly route = sandboxClockRoutes.advanceSandboxClock;

  constructor(private readonly ends: AdvanceEnds) {
    super();
  }

  override async wait({ query = {} }: ServiceRequest, { body }: ServiceAnswer, signal: AbortSignal): Promise<void> {
    if (body.type === 'created') await this.ends.wait(body.resource.id, { waitMs: waitMsOf(query), signal });
  }
}

/** A repeat is answered as the first request was, even if it says in a wrong way how long it waits. */
function waitMsOf(query: NonNullable<ServiceRequest['query']>): number {
  try {
    return waitQuery.read(query).wait * 1_000;
  } catch (error) {
    if (error instanceof DomainError) return 0;
    throw error;
  }
}

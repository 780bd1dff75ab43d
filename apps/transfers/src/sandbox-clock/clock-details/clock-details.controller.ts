import { Controller, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { CurrentOperation, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { noQuery } from '../../plain-queries.js';
import { ClockViews } from '../clock-views.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class ClockDetailsController {
  constructor(private readonly views: ClockViews) {}

  @Serves(sandboxClockRoutes.getSandboxClock)
  get(
    @ReadQuery(noQuery) _query: object,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'sandbox-clock'>> {
    return this.views.of(operation);
  }
}

import { Controller, Param, UseGuards } from '@nestjs/common';
import { MovesClock } from '@halyard/clocks';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { Commands } from '../../commands.js';
import { noQuery } from '../../plain-queries.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { StopAdvance } from './stop-advance.command.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class StopAdvanceController {
  constructor(private readonly commands: Commands) {}

  @Serves(sandboxClockRoutes.stopSandboxClockAdvance)
  @MovesClock()
  stop(
    @Param('id', IdPipe) id: string,
    @ReadQuery(noQuery) _query: object,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'sandbox-clock-advance'>> {
    return this.commands.execute(new StopAdvance(operation, id));
  }
}

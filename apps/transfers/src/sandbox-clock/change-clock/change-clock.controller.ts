import { Body, Controller, UseGuards } from '@nestjs/common';
import { MovesClock } from '@halyard/clocks';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { CurrentOperation, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { Commands } from '../../commands.js';
import { noQuery } from '../../plain-queries.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { ChangeClock } from './change-clock.command.js';
import { ChangeClockDto } from './change-clock.dto.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class ChangeClockController {
  constructor(private readonly commands: Commands) {}

  @Serves(sandboxClockRoutes.changeSandboxClock)
  @MovesClock()
  change(
    @ReadQuery(noQuery) _query: object,
    @Body() { mode, banks, now }: ChangeClockDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'sandbox-clock'>> {
    const change = { ...(mode && { mode }), ...(banks && { banks }), ...(now !== undefined && { now: new Date(now) }) };
    return this.commands.execute(new ChangeClock(operation, change));
  }
}

import { Controller, UseGuards } from '@nestjs/common';
import { MovesClock } from '@halyard/clocks';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { CurrentOperation, Serves, WaitEnd } from '@halyard/http';
import { DescribedBody, isJsonObject, ReadQuery, readWithFaults, type ValuesOf } from '@halyard/input';
import { Commands } from '../../commands.js';
import { waitQuery } from '../../quiet/wait-query.js';
import { SandboxOnlyGuard } from '../../sandbox-only.guard.js';
import { AdvanceClock } from './advance-clock.command.js';
import { AdvanceClockBody, AdvanceClockDto } from './advance-clock.dto.js';
import { countFaults } from './goal.js';

@Controller()
@UseGuards(SandboxOnlyGuard)
export class AdvanceClockController {
  constructor(private readonly commands: Commands) {}

  @Serves(sandboxClockRoutes.advanceSandboxClock)
  @MovesClock()
  async advance(
    @ReadQuery(waitQuery) { wait }: ValuesOf<typeof waitQuery>,
    @DescribedBody(AdvanceClockDto) body: unknown,
    @CurrentOperation() operation: Operation,
    @WaitEnd() signal: AbortSignal,
  ): Promise<CreatedAnswer> {
    const faults = countFaults(isJsonObject(body) ? body : {});
    const wanted = (await readWithFaults(body, AdvanceClockBody, faults)) as AdvanceClockBody;
    return this.commands.execute(new AdvanceClock(operation, wanted, { waitMs: wait * 1_000, signal }));
  }
}

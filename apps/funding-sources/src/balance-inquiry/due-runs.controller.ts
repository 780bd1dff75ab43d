import { Body, Controller, Param } from '@nestjs/common';
import { DueWork } from '@halyard/background';
import { AccountClocks, DueRuns } from '@halyard/clocks';
import { type FactAnswer, type Operation, sharedServiceRoutes } from '@halyard/contracts';
import type { DueRunDone, NextDueAnswer } from '@halyard/contracts/sandbox-clock';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';

/** Ends the balance inquiries that are due while an account's clock is advanced. */
@Controller()
export class DueRunsController {
  private readonly runs: DueRuns;

  constructor(clocks: AccountClocks, dueWork: DueWork) {
    this.runs = new DueRuns(clocks, dueWork, () => 'balance-inquiry');
  }

  @Serves(sharedServiceRoutes.runDueOfAccount)
  async run(
    @Param('id', IdPipe) id: string,
    @Body() body: unknown,
    @CurrentOperation() operation: Operation,
  ): Promise<FactAnswer<DueRunDone>> {
    return { type: 'fact', fact: await this.runs.run(id, body, operation) };
  }

  @Serves(sharedServiceRoutes.findNextDue)
  async next(@Param('id', IdPipe) id: string): Promise<FactAnswer<NextDueAnswer>> {
    return { type: 'fact', fact: await this.runs.next(id) };
  }
}

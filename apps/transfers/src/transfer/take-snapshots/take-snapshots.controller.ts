import { Body, Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FactAnswer, SnapshotsTaken } from '@halyard/contracts';
import { Serves } from '@halyard/http';
import { TakeTransferSnapshots } from './take-snapshots.query.js';

@Controller()
export class TakeSnapshotsController {
  constructor(private readonly queries: QueryBus) {}

  @Serves('takeTransferSnapshots')
  take(@Body() body: unknown): Promise<FactAnswer<SnapshotsTaken>> {
    return this.queries.execute(new TakeTransferSnapshots(body));
  }
}

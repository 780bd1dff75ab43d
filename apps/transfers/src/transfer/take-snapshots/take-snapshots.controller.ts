import { Body, Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import type { SnapshotsTaken } from '@halyard/contracts/events';
import { Serves } from '@halyard/http';
import { TakeTransferSnapshots } from './take-snapshots.query.js';

@Controller()
export class TakeSnapshotsController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(serviceRoutes.takeTransferSnapshots)
  take(@Body() body: unknown): Promise<FactAnswer<SnapshotsTaken>> {
    return this.queries.execute(new TakeTransferSnapshots(body));
  }
}

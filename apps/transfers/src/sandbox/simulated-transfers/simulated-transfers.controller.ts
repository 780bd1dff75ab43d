import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { CurrentOperation, Serves } from '@halyard/http';
import { DeclaredQuery, IdPipe, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { ListSimulatedTransfers } from './simulated-transfers.query.js';

const simulatedPage = new DeclaredQuery(terms.page);

@Controller()
export class SimulatedTransfersController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(transferRoutes.listSimulatedTransfers)
  list(
    @Param('id', IdPipe) id: string,
    @ReadQuery(simulatedPage) page: ValuesOf<typeof simulatedPage>,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    return this.queries.execute(new ListSimulatedTransfers(operation, id, page));
  }
}

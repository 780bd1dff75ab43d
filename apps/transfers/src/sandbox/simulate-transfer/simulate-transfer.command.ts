import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';
import type { Wish } from '../simulation.js';

export class SimulateTransfer extends RecordedCommand<ResourceAnswer<'transfer'>> {
  constructor(
    operation: Operation,
    readonly transferId: string,
    readonly wish: Wish,
  ) {
    super(operation);
  }
}

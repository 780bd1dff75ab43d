import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';

export class CancelTransfer extends RecordedCommand<ResourceAnswer<'transfer'>> {
  constructor(
    operation: Operation,
    readonly transferId: string,
  ) {
    super(operation);
  }
}

import type { Operation, ResourceDocument } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';

/** Takes a transfer back for its sender. */
export class CancelTransfer extends RecordedCommand<ResourceDocument> {
  constructor(
    operation: Operation,
    readonly transferId: string,
  ) {
    super(operation);
  }
}

import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { RecordedCommand } from '../commands.js';

export class UploadBankFile extends RecordedCommand<CreatedAnswer> {
  constructor(
    operation: Operation,
    readonly content: Buffer,
  ) {
    super(operation);
  }
}

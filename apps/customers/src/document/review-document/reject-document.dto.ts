import { type DocumentFailureReason, documentFailureReasons } from '@halyard/contracts/documents';
import { Example, fault, IsListOf } from '@halyard/input';
import { ArrayMinSize } from 'class-validator';

@Example({ reasons: ['ScanNotReadable'] })
export class RejectDocumentDto {
  /** The first becomes the document's `failureReason`. */
  @ArrayMinSize(1, fault('Required', 'Reasons required.'))
  @IsListOf(documentFailureReasons, fault('Invalid'))
  readonly reasons!: readonly DocumentFailureReason[];
}

import { Example } from '@halyard/input';
import { IsIn } from 'class-validator';

/** Body of POST /transfers/{id} (reference facts 7.8). */
@Example({ status: 'cancelled' })
export class CancelTransferDto {
  @IsIn(['cancelled'])
  readonly status: unknown;
}

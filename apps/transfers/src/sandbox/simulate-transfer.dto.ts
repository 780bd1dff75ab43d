import { returnCodes } from '@halyard/core';
import { fault } from '@halyard/http';
import { IsIn, IsOptional } from 'class-validator';

/** Body of POST /transfers/{id}/simulation. */
export class SimulateTransferDto {
  @IsIn(['process', 'fail', 'lateReturn'], fault('Invalid'))
  readonly action: unknown;

  /** An ACH return code, for whatever is not processed. */
  @IsOptional()
  @IsIn(Object.keys(returnCodes), fault('Invalid'))
  readonly code?: unknown;
}

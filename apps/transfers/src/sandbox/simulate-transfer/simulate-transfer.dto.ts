import { type ReturnCode, returnCodes } from '@halyard/core';
import { Example, Note, Required, Variants } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';

const codes = Object.keys(returnCodes);

/** The bank settles the transfer, whatever its name says. */
@Example({ action: 'process' })
class ProcessTransferDto {
  @IsIn(['process'])
  readonly action!: 'process';

  @Note('Ignored.')
  @IsOptional()
  @IsIn(codes)
  readonly code?: ReturnCode;
}

/** The bank returns the transfer for an ACH return code: at once, or after it has settled. */
@Example({ action: 'fail', code: 'R01' })
class ReturnTransferDto {
  @IsIn(['fail', 'lateReturn'])
  readonly action!: 'fail' | 'lateReturn';

  @Required()
  @IsIn(codes)
  readonly code!: ReturnCode;
}

/** Body of POST /transfers/{id}/simulation. */
@Variants('action', { fail: ReturnTransferDto, lateReturn: ReturnTransferDto }, ProcessTransferDto)
export class SimulateTransferDto {}

export type TransferSimulation = ProcessTransferDto | ReturnTransferDto;

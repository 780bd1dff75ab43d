import { type ReturnCode, returnCodes } from '@halyard/core';
import { Example, Ignored, Options, Required, Variants } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';

const codes = Object.keys(returnCodes);
const named = Object.fromEntries(Object.entries(returnCodes).map(([code, { title }]) => [code, `${code}: ${title}`]));

/** The bank settles the transfer, even if its name asks for a return. */
@Example({ action: 'process' })
class ProcessTransferDto {
  @IsIn(['process'])
  readonly action!: 'process';

  @Ignored()
  @IsOptional()
  @IsIn(codes)
  readonly code?: ReturnCode;
}

/** The bank returns the transfer with an ACH return code instead of settling it. */
@Example({ action: 'fail', code: 'R01' })
class FailTransferDto {
  @IsIn(['fail'])
  readonly action!: 'fail';

  @Required()
  @IsIn(codes)
  @Options(named)
  readonly code!: ReturnCode;
}

/** The bank returns the transfer with an ACH return code after it has settled. */
@Example({ action: 'lateReturn', code: 'R01' })
class ReturnTransferLateDto {
  @IsIn(['lateReturn'])
  readonly action!: 'lateReturn';

  @Required()
  @IsIn(codes)
  @Options(named)
  readonly code!: ReturnCode;
}

/** Body of POST /transfers/{id}/simulation. */
@Variants(
  'action',
  { process: ProcessTransferDto, fail: FailTransferDto, lateReturn: ReturnTransferLateDto },
  ProcessTransferDto,
)
export class SimulateTransferDto {}

export type TransferSimulation = ProcessTransferDto | FailTransferDto | ReturnTransferLateDto;

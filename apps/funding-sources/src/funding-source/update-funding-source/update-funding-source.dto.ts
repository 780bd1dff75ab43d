import { type BankAccountType, bankAccountTypes } from '@halyard/contracts/funding-sources';
import { Example, IsAccountNumber, IsRoutingNumber, IsText, IsYes, Required, RequiresAnyField } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';
import { SOURCE_NAME } from '../source-name.js';

/** A new name, other numbers, a removal, or several of these (reference facts, section 6.5). */
@RequiresAnyField()
@Example({ name: 'Household' })
export class UpdateFundingSourceDto {
  @IsOptional()
  @Required()
  @IsText(SOURCE_NAME)
  readonly name?: string;

  @IsOptional()
  @IsYes()
  readonly removed?: true | string;

  @IsOptional()
  @IsRoutingNumber()
  readonly routingNumber?: string;

  @IsOptional()
  @IsAccountNumber()
  readonly accountNumber?: string;

  @IsOptional()
  @IsIn(bankAccountTypes)
  readonly bankAccountType?: BankAccountType;
}

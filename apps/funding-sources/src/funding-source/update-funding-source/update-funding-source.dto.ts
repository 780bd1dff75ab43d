import { type BankAccountType, bankAccountTypes } from '@halyard/contracts';
import { fault, IsAccountNumber, IsRoutingNumber, IsYes, OptionalBesideOthers, Required } from '@halyard/http';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { SOURCE_NAME } from '../source-name.js';

/**
 * POST /funding-sources/{id} (reference facts, section 6.5): a new name, other numbers, a removal, or several of them.
 */
export class UpdateFundingSourceDto {
  /** The field reported as missing when the body asks for nothing at all. */
  @OptionalBesideOthers()
  @Required()
  @Matches(SOURCE_NAME)
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
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly bankAccountType?: BankAccountType;
}

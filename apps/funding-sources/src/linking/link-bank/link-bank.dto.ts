import { fault, IsAccountNumber, IsListOf, IsRoutingNumber, OnlyWithout, Required } from '@halyard/http';
import { ArrayMaxSize, IsIn, IsOptional, Matches } from 'class-validator';
import { type BankAccountType, bankAccountTypes, type Channel } from '../../funding-source/funding-source.entity.js';
import { SOURCE_NAME } from '../../funding-source/source-name.js';

/** Body of POST /linking/funding-sources: what `AddBankDto` has for banks by their numbers. */
export class LinkBankDto {
  @Required()
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @Required()
  @IsAccountNumber()
  readonly accountNumber!: string;

  /** The specification's name for `bankAccountType`. */
  @OnlyWithout('bankAccountType')
  @Required()
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly type?: BankAccountType;

  @IsOptional()
  @IsIn(bankAccountTypes, fault('Invalid'))
  readonly bankAccountType?: BankAccountType;

  @Required()
  @Matches(SOURCE_NAME)
  readonly name!: string;

  @IsOptional()
  @ArrayMaxSize(1, fault('Invalid'))
  @IsListOf(['ach', 'wire'], fault('Invalid'))
  readonly channels?: readonly Channel[];
}

import { type BankAccountType, bankAccountTypes } from '@halyard/contracts/funding-sources';
import {
  Example,
  fault,
  IsAccountNumber,
  IsListOf,
  IsRoutingNumber,
  IsText,
  Note,
  OnlyWithout,
  Required,
} from '@halyard/input';
import { ArrayMaxSize, IsIn, IsOptional } from 'class-validator';
import type { Channel } from '../funding-source.entity.js';
import { SOURCE_NAME } from '../source-name.js';

/** Reference facts, section 6.1; browsers send the same. */
@Example({ routingNumber: '222222226', accountNumber: '123456789', bankAccountType: 'checking', name: 'Checking' })
export class BankNumbersDto {
  @Required()
  @IsRoutingNumber()
  readonly routingNumber!: string;

  @Required()
  @IsAccountNumber()
  readonly accountNumber!: string;

  @Note('Another name of bankAccountType, which counts where both are given.')
  @OnlyWithout('bankAccountType')
  @Required()
  @IsIn(bankAccountTypes)
  readonly type?: BankAccountType;

  @IsOptional()
  @IsIn(bankAccountTypes)
  readonly bankAccountType?: BankAccountType;

  @Required()
  @IsText(SOURCE_NAME)
  readonly name!: string;

  /** A bank has one channel. The same account may be added once for each channel. */
  @IsOptional()
  @ArrayMaxSize(1, fault('Invalid'))
  @IsListOf(['ach', 'wire'], fault('Invalid'))
  readonly channels?: readonly Channel[];
}

import { Content, Example, fault, IsFewCents, Nested, OnlyWith, Required } from '@halyard/input';
import { IsIn } from 'class-validator';

class MicroDepositDto {
  @Required()
  @IsFewCents(fault('Invalid', 'Invalid amount.'))
  readonly value!: string | number;

  @Required()
  @IsIn(['USD'])
  readonly currency!: 'USD';
}

/** Begins deposits without amounts, and verifies them with two amounts in any order (reference facts, section 6.7). */
@Example({ amount1: { value: '0.03', currency: 'USD' }, amount2: { value: '0.07', currency: 'USD' } })
export class MicroDepositsDto {
  @OnlyWith('amount1', 'amount2')
  @Required()
  @Content('amounts')
  @Nested(() => MicroDepositDto)
  readonly amount1?: MicroDepositDto;

  @OnlyWith('amount1', 'amount2')
  @Required()
  @Content('amounts')
  @Nested(() => MicroDepositDto)
  readonly amount2?: MicroDepositDto;
}

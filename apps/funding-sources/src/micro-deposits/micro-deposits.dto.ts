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

/**
 * POST /funding-sources/{id}/micro-deposits (reference facts, section 6.7). Without amounts the deposits are begun;
 * with amounts, of which there must be two, they are verified. The order of the amounts does not matter.
 */
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

import { Example, fault, IsMoney, Nested, RequiresAnyField } from '@halyard/input';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';

class LimitDto {
  @IsMoney(fault('InvalidFormat', 'Value must be a positive number.'))
  readonly value: unknown;

  @IsIn(['USD'])
  readonly currency: unknown;
}

/** Absent settings stay unchanged. */
@RequiresAnyField()
@Example({ weeklyLimit: { value: '5000.00', currency: 'USD' }, sameDayClearing: true })
export class ChangeAccountSettingsDto {
  /** The most that an unverified customer may send in a week. */
  @IsOptional()
  @Nested(() => LimitDto)
  readonly weeklyLimit?: LimitDto;

  /** The most that a verified customer may send at once. */
  @IsOptional()
  @Nested(() => LimitDto)
  readonly transferLimit?: LimitDto;

  @IsOptional()
  @IsBoolean()
  readonly sameDayClearing?: boolean;

  @IsOptional()
  @IsBoolean()
  readonly wires?: boolean;

  /** People without a second factor set one up at their next log-in, before anything else. */
  @IsOptional()
  @IsBoolean()
  readonly requireSecondFactor?: boolean;
}

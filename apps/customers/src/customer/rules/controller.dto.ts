import { IsDateOfBirth, IsFullSsn, IsSsn, Label, Nested, OnlyWithout, Required } from '@halyard/http';
import { IsOptional, Matches } from 'class-validator';
import { PERSON_NAME, TITLE } from './field-formats.js';
import { type InternationalAddress, InternationalAddressDto } from './international-address.dto.js';
import { PassportDto } from './passport.dto.js';

/** Who runs a company, and is checked for it (reference facts, section 2.2). */
abstract class ControllerFieldsDto {
  @Required()
  @Matches(PERSON_NAME)
  readonly firstName!: string;

  @Required()
  @Matches(PERSON_NAME)
  readonly lastName!: string;

  @Required()
  @Matches(TITLE)
  readonly title!: string;

  @Required()
  @IsDateOfBirth()
  readonly dateOfBirth!: string;

  /** Stands for a social security number, which is not looked at beside it. */
  @IsOptional()
  @Nested(() => PassportDto)
  readonly passport?: PassportDto;

  @Nested(() => InternationalAddressDto)
  readonly address!: InternationalAddress;
}

export class ControllerDto extends ControllerFieldsDto {
  @Label('Social security number')
  @OnlyWithout('passport')
  @Required()
  @IsSsn()
  readonly ssn?: string;
}

/** On the second try. */
export class RetriedControllerDto extends ControllerFieldsDto {
  @Label('Social security number')
  @OnlyWithout('passport')
  @Required()
  @IsFullSsn()
  readonly ssn?: string;
}

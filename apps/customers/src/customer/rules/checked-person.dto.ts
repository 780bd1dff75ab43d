import { IsDateOfBirth, IsFullSsn, Label, Nested, OnlyWithout, Required } from '@halyard/http';
import { IsOptional, Matches } from 'class-validator';
import { PERSON_NAME } from './field-formats.js';
import { type InternationalAddress, InternationalAddressDto } from './international-address.dto.js';
import { PassportDto } from './passport.dto.js';

/** Somebody who stands for a company, lives in whatever country, and is checked. */
export abstract class CheckedPersonDto {
  @Required()
  @Matches(PERSON_NAME)
  readonly firstName!: string;

  @Required()
  @Matches(PERSON_NAME)
  readonly lastName!: string;

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

/** Of whom the whole number is asked for. */
export abstract class FullyCheckedPersonDto extends CheckedPersonDto {
  @Label('Social security number')
  @OnlyWithout('passport')
  @Required()
  @IsFullSsn()
  readonly ssn?: string;
}

import { Content, IsFullSsn, IsText, Label, Nested, Note, OnlyWithout, Required } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { PERSON_NAME } from './field-formats.js';
import { type InternationalAddress, InternationalAddressDto } from './international-address.dto.js';
import { PassportDto } from './passport.dto.js';

/** A person who is checked on behalf of a company, and may live in any country. */
export abstract class CheckedPersonDto {
  @Required()
  @IsText(PERSON_NAME)
  readonly firstName!: string;

  @Required()
  @IsText(PERSON_NAME)
  readonly lastName!: string;

  @Note('Replaces the social security number, which is then ignored.')
  @IsOptional()
  @Content('passport')
  @Nested(() => PassportDto)
  readonly passport?: PassportDto;

  @Nested(() => InternationalAddressDto)
  readonly address!: InternationalAddress;
}

/** Asks for the full social security number. */
export abstract class FullyCheckedPersonDto extends CheckedPersonDto {
  @Label('Social security number')
  @OnlyWithout('passport')
  @Required()
  @IsFullSsn()
  readonly ssn?: string;
}

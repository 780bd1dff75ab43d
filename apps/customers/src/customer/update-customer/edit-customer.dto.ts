import {
  Example,
  fault,
  IsEmailAddress,
  IsIpAddress,
  IsNoPostOfficeBox,
  IsPhone,
  IsPostalCode,
  IsText,
  IsUsState,
  IsWebsite,
  Label,
  OptionalOrEmpty,
  Required,
  RequiresAnyField,
} from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';
import { BUSINESS_NAME, CITY, PERSON_NAME, STREET } from '../rules/field-formats.js';
import { NothingElse } from './nothing-else.js';

/*
 * Which fields of customers may be changed (reference facts, section 2.6). A missing field keeps its value, and empty
 * text clears it, unless every customer has to have it.
 */

abstract class EditNamesDto {
  @IsOptional()
  @Required()
  @IsText(PERSON_NAME)
  readonly firstName?: string;

  @IsOptional()
  @Required()
  @IsText(PERSON_NAME)
  readonly lastName?: string;

  @IsOptional()
  @Required()
  @IsEmailAddress()
  readonly email?: string;

  @OptionalOrEmpty()
  @IsText(BUSINESS_NAME)
  readonly businessName?: string;
}

@NothingElse()
@RequiresAnyField()
@Example({ email: 'ada.byron@example.com' })
export class EditUnverifiedDto extends EditNamesDto {
  @IsOptional()
  @IsIn(['unverified'], fault('NotAllowed'))
  readonly type?: 'unverified';
}

@NothingElse()
@RequiresAnyField()
@Example({ businessName: 'Harbor Bakery' })
export class EditReceiveOnlyDto extends EditNamesDto {
  @IsOptional()
  @IsIn(['receive-only'], fault('NotAllowed'))
  readonly type?: 'receive-only';
}

/** The body for a receive-only customer that wants to send, too. */
@NothingElse()
@Example({ type: 'unverified' })
export class BecomeUnverifiedDto extends EditNamesDto {
  @IsIn(['unverified'])
  readonly type!: 'unverified';
}

/** For customers with a verified identity, which stays as it is. */
abstract class EditContactDto {
  @IsOptional()
  @Required()
  @IsEmailAddress()
  readonly email?: string;

  @OptionalOrEmpty()
  @IsPhone()
  readonly phone?: string;

  @Label('IP address')
  @OptionalOrEmpty()
  @IsIpAddress()
  readonly ipAddress?: string;

  @IsOptional()
  @Required()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address1?: string;

  @OptionalOrEmpty()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address2?: string;

  @IsOptional()
  @Required()
  @IsText(CITY)
  readonly city?: string;

  @IsOptional()
  @Required()
  @IsUsState()
  readonly state?: string;

  @Label('ZIP code')
  @IsOptional()
  @Required()
  @IsPostalCode()
  readonly postalCode?: string;
}

@NothingElse()
@RequiresAnyField()
@Example({ phone: '5555550100', address1: '14 Harbor St' })
export class EditPersonalDto extends EditContactDto {
  @IsOptional()
  @IsIn(['personal'], fault('NotAllowed'))
  readonly type?: 'personal';
}

@NothingElse()
@RequiresAnyField()
@Example({ doingBusinessAs: 'The Bakery', website: 'www.example.com' })
export class EditBusinessDto extends EditContactDto {
  @IsOptional()
  @IsIn(['business'], fault('NotAllowed'))
  readonly type?: 'business';

  @OptionalOrEmpty()
  @IsText(BUSINESS_NAME)
  readonly doingBusinessAs?: string;

  @OptionalOrEmpty()
  @IsWebsite()
  readonly website?: string;
}

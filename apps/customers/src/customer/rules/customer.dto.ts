import {
  Content,
  IsCorrelationId,
  IsDayOrTime,
  IsEmailAddress,
  IsIpAddress,
  IsNoPostOfficeBox,
  IsPhone,
  IsPostalCode,
  IsText,
  IsUsState,
  Label,
  OptionalOrEmpty,
  Required,
} from '@halyard/input';

import { CITY, PERSON_NAME, STREET } from './field-formats.js';

/** Fields of every customer (reference facts, section 2.2). Each is text, as the client sent it. */
export abstract class CustomerDto {
  @Required()
  @IsText(PERSON_NAME)
  readonly firstName!: string;

  @Required()
  @IsText(PERSON_NAME)
  readonly lastName!: string;

  @Required()
  @IsEmailAddress()
  readonly email!: string;

  @OptionalOrEmpty()
  @IsPhone()
  readonly phone?: string;

  @Label('IP address')
  @OptionalOrEmpty()
  @IsIpAddress()
  readonly ipAddress?: string;

  @OptionalOrEmpty()
  @IsCorrelationId()
  readonly correlationId?: string;
}

/** Customers with an address in the United States: those whose identity is checked, or who do business. */
export abstract class AddressedCustomerDto extends CustomerDto {
  @Required()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address1!: string;

  @OptionalOrEmpty()
  @IsNoPostOfficeBox()
  @IsText(STREET)
  readonly address2?: string;

  @Required()
  @IsText(CITY)
  readonly city!: string;

  @Required()
  @IsUsState()
  readonly state!: string;

  @Label('ZIP code')
  @Required()
  @IsPostalCode()
  readonly postalCode!: string;
}

/** Persons who are checked themselves. Their minimum age depends on the account's clock: see `readBody`. */
export abstract class PersonDto extends AddressedCustomerDto {
  @Required()
  @Content('birth-date')
  @IsDayOrTime()
  readonly dateOfBirth!: string;
}

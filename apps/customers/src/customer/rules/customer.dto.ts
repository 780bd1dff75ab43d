import {
  IsCorrelationId,
  IsDateOfBirth,
  IsEmailAddress,
  IsIpAddress,
  IsNoPostOfficeBox,
  IsPhone,
  IsPostalCode,
  IsUsState,
  Label,
  OptionalOrEmpty,
  Required,
} from '@halyard/http';
import { Matches } from 'class-validator';
import { CITY, PERSON_NAME, STREET } from './field-formats.js';

/** What customers of every type have (reference facts, section 2.2). Every field is text, as the client sent it. */
export abstract class CustomerDto {
  @Required()
  @Matches(PERSON_NAME)
  readonly firstName!: string;

  @Required()
  @Matches(PERSON_NAME)
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

/** Customers whose identity is checked live, or do business, at a place in the United States. */
export abstract class AddressedCustomerDto extends CustomerDto {
  @Required()
  @IsNoPostOfficeBox()
  @Matches(STREET)
  readonly address1!: string;

  @OptionalOrEmpty()
  @IsNoPostOfficeBox()
  @Matches(STREET)
  readonly address2?: string;

  @Required()
  @Matches(CITY)
  readonly city!: string;

  @Required()
  @IsUsState()
  readonly state!: string;

  @Label('ZIP code')
  @Required()
  @IsPostalCode()
  readonly postalCode!: string;
}

/** Customers who are checked themselves. Whether they are of age depends on the account's clock: see `readBody`. */
export abstract class PersonDto extends AddressedCustomerDto {
  @Required()
  @IsDateOfBirth()
  readonly dateOfBirth!: string;
}

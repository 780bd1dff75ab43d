import {
  fault,
  IsCorrelationId,
  IsDateOfBirth,
  IsEmailAddress,
  IsIpAddress,
  IsNoPostOfficeBox,
  IsPhone,
  IsPostalCode,
  IsSsn,
  IsUsState,
  Label,
  NotAllowed,
  OptionalOrEmpty,
  Refused,
  Required,
  Variants,
} from '@halyard/http';
import { IsIn, Matches } from 'class-validator';
import { BUSINESS_NAME, CITY, PERSON_NAME, STREET } from './field-formats.js';

/** What customers of every type have (reference facts, section 2.2). Every field is text, as the client sent it. */
abstract class CustomerDto {
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

  @Refused()
  readonly businessType?: unknown;

  @Refused()
  readonly businessClassification?: unknown;

  @Refused()
  readonly controller?: unknown;

  @Refused()
  readonly ein?: unknown;

  @Refused()
  readonly doingBusinessAs?: unknown;

  @Refused()
  readonly website?: unknown;
}

/** Fields of verified customers may be sent, and are not kept. */
export class UnverifiedCustomerDto extends CustomerDto {
  @OptionalOrEmpty()
  @IsIn(['unverified'], fault('Invalid'))
  readonly type?: 'unverified' | '';

  @OptionalOrEmpty()
  @Matches(BUSINESS_NAME)
  readonly businessName?: string;
}

export class ReceiveOnlyCustomerDto extends CustomerDto {
  @IsIn(['receive-only'])
  readonly type!: 'receive-only';

  @OptionalOrEmpty()
  @Matches(BUSINESS_NAME)
  readonly businessName?: string;
}

export class PersonalCustomerDto extends CustomerDto {
  @IsIn(['personal'])
  readonly type!: 'personal';

  @OptionalOrEmpty()
  @NotAllowed()
  readonly businessName?: string;

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

  /** Whether the person is of age depends on the account's clock: see `readNewCustomer`. */
  @Required()
  @IsDateOfBirth()
  readonly dateOfBirth!: string;

  @Label('Social security number')
  @Required()
  @IsSsn()
  readonly ssn!: string;
}

/** Business customers are not built yet: all that is wrong besides is told, too. */
class BusinessCustomerDto extends CustomerDto {
  @NotAllowed()
  readonly type!: never;

  @OptionalOrEmpty()
  @Matches(BUSINESS_NAME)
  readonly businessName?: string;
}

/** POST /customers: a class for each type of customer. */
@Variants(
  'type',
  { 'receive-only': ReceiveOnlyCustomerDto, personal: PersonalCustomerDto, business: BusinessCustomerDto },
  UnverifiedCustomerDto,
)
export class CreateCustomerDto {}

export type NewCustomerDto = UnverifiedCustomerDto | ReceiveOnlyCustomerDto | PersonalCustomerDto;

import { Check, fault, Refused, Required } from '@halyard/http';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import { isCalendarDay } from './date-of-birth.js';
import {
  isBusinessName,
  isCity,
  isCorrelationId,
  isEmailAddress,
  isIpAddress,
  isNoPostOfficeBox,
  isPersonName,
  isPhone,
  isPostalCode,
  isSsn,
  isState,
  isStreet,
} from './field-formats.js';

const isPersonal = (body: object): boolean => 'type' in body && body.type === 'personal';

/** The rules of the field hold for verified personal customers only; others may leave it out, and it is not kept. */
const ForPersonal = (): PropertyDecorator => ValidateIf(isPersonal);

/** The field may be missing or empty. */
const Optional = (): PropertyDecorator =>
  ValidateIf((_, value) => value !== undefined && value !== null && value !== '');

/** Business customers are not built yet. */
const isNotBusiness = (value: unknown): boolean => value !== 'business';

const isKnownType = (value: unknown): boolean =>
  value === 'unverified' || value === 'receive-only' || value === 'personal' || value === 'business';

const NotForPersonal = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'notForPersonal',
      validator: {
        validate: (_, found?: ValidationArguments) => !found || !isPersonal(found.object),
        // class-validator passes a context on only with a text.
        defaultMessage: () => 'not for personal',
      },
    },
    fault('NotAllowed'),
  );

/** POST /customers (reference facts, section 2.2). Every field is text, as the client sent it. */
export class CreateCustomerDto {
  @Optional()
  @Check(isNotBusiness, fault('NotAllowed'))
  @Check(isKnownType, fault('Invalid'))
  readonly type?: 'unverified' | 'receive-only' | 'personal' | '';

  @Required()
  @Check(isPersonName)
  readonly firstName!: string;

  @Required()
  @Check(isPersonName)
  readonly lastName!: string;

  @Required()
  @Check(isEmailAddress)
  readonly email!: string;

  @Optional()
  @NotForPersonal()
  @Check(isBusinessName)
  readonly businessName?: string;

  @Optional()
  @Check(isPhone)
  readonly phone?: string;

  @Optional()
  @Check(isIpAddress)
  readonly ipAddress?: string;

  @Optional()
  @Check(isCorrelationId)
  readonly correlationId?: string;

  @ForPersonal()
  @Required()
  @Check(isNoPostOfficeBox, fault('Invalid'))
  @Check(isStreet)
  readonly address1?: string;

  @ForPersonal()
  @Optional()
  @Check(isNoPostOfficeBox, fault('Invalid'))
  @Check(isStreet)
  readonly address2?: string;

  @ForPersonal()
  @Required()
  @Check(isCity)
  readonly city?: string;

  @ForPersonal()
  @Required()
  @Check(isState, fault('Invalid'))
  readonly state?: string;

  @ForPersonal()
  @Required()
  @Check(isPostalCode)
  readonly postalCode?: string;

  /** Whether the person is of age depends on the account's clock: see `readNewCustomer`. */
  @ForPersonal()
  @Required()
  @Check(isCalendarDay)
  readonly dateOfBirth?: string;

  @ForPersonal()
  @Required()
  @Check(isSsn)
  readonly ssn?: string;

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

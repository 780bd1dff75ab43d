import { fault, OptionalBesideOthers, Refused, Required } from '@halyard/http';
import { IsIn } from 'class-validator';
import { type StatusAction, statusActions } from '../customer-status.js';

/** POST /customers/{id}: a change of status. Changes of other fields are not built yet, and refused. */
export class UpdateCustomerDto {
  /** Who asks for a change that is refused anyway is not asked for a status besides. */
  @OptionalBesideOthers()
  @Required()
  @IsIn(statusActions, fault('Invalid'))
  readonly status!: StatusAction;

  @Refused()
  readonly type?: unknown;

  @Refused()
  readonly firstName?: unknown;

  @Refused()
  readonly lastName?: unknown;

  @Refused()
  readonly email?: unknown;

  @Refused()
  readonly businessName?: unknown;

  @Refused()
  readonly doingBusinessAs?: unknown;

  @Refused()
  readonly businessType?: unknown;

  @Refused()
  readonly businessClassification?: unknown;

  @Refused()
  readonly website?: unknown;

  @Refused()
  readonly ein?: unknown;

  @Refused()
  readonly controller?: unknown;

  @Refused()
  readonly ipAddress?: unknown;

  @Refused()
  readonly phone?: unknown;

  @Refused()
  readonly correlationId?: unknown;

  @Refused()
  readonly address1?: unknown;

  @Refused()
  readonly address2?: unknown;

  @Refused()
  readonly city?: unknown;

  @Refused()
  readonly state?: unknown;

  @Refused()
  readonly postalCode?: unknown;

  @Refused()
  readonly dateOfBirth?: unknown;

  @Refused()
  readonly ssn?: unknown;
}

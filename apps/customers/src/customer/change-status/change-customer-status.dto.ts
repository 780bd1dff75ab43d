import { Check, fault, Refused, Required } from '@halyard/http';
import { ValidateIf } from 'class-validator';
import { type StatusAction, statusActions } from '../customer-status.js';

const isStatusAction = (value: unknown): boolean => statusActions.some((action) => action === value);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Who asks for a change that is refused anyway is not asked for a status besides. */
const wantsStatus = ({ status, ...others }: ChangeCustomerStatusDto): boolean =>
  isGiven(status) || !Object.values(others).some(isGiven);

/** POST /customers/{id}: a change of status. Changes of other fields are not built yet, and refused. */
export class ChangeCustomerStatusDto {
  @ValidateIf(wantsStatus)
  @Required()
  @Check(isStatusAction, fault('Invalid'))
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

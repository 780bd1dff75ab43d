import { Content, IsDayOrTime, IsSsn, IsText, Label, OnlyWithout, Required } from '@halyard/input';

import { CheckedPersonDto, FullyCheckedPersonDto } from './checked-person.dto.js';
import { TITLE } from './field-formats.js';

/** The person who runs a company, and is checked for it (reference facts, section 2.2). */
export class ControllerDto extends CheckedPersonDto {
  @Required()
  @Content('birth-date')
  @IsDayOrTime()
  readonly dateOfBirth!: string;

  @Required()
  @IsText(TITLE)
  readonly title!: string;

  @Label('Social security number')
  @OnlyWithout('passport')
  @Required()
  @IsSsn()
  readonly ssn?: string;
}

/** The controller's data for the second try. */
export class RetriedControllerDto extends FullyCheckedPersonDto {
  @Required()
  @Content('birth-date')
  @IsDayOrTime()
  readonly dateOfBirth!: string;

  @Required()
  @IsText(TITLE)
  readonly title!: string;
}

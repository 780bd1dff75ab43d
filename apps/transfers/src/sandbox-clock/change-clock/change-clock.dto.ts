import { type BankMode, bankModes, type ClockMode, clockModes } from '@halyard/contracts/sandbox-clock';
import { Example, IsMoment } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';

/** Body of POST /sandbox-clock. */
@Example({ mode: 'frozen' })
export class ChangeClockDto {
  /** How the account's time goes. A clock that is behind is advanced to the system's time before it is `real` again. */
  @IsOptional()
  @IsIn(clockModes)
  readonly mode?: ClockMode;

  /** When banks act. By default they are on time once the account's time is not real, and on request while it is. */
  @IsOptional()
  @IsIn(bankModes)
  readonly banks?: BankMode;

  /** The account's time, between 2000 and 2100, as long as the account has no customer, transfer or added bank. */
  @IsOptional()
  @IsMoment()
  readonly now?: string;
}

import { Example, IsWhole } from '@halyard/input';
import { IsOptional } from 'class-validator';

const DAY_SECONDS = 86_400;
const VALID_FOR_MAX = 30 * DAY_SECONDS;

@Example({ previousValidFor: 3600 })
export class RotateSecretDto {
  /** Seconds for which the replaced secret still works; 0 ends all former secrets at once. */
  @IsOptional()
  @IsWhole(0, VALID_FOR_MAX)
  readonly previousValidFor: number = DAY_SECONDS;
}

import { Example, IsWhole } from '@halyard/input';
import { IsOptional } from 'class-validator';

const DAY_SECONDS = 86_400;
const VALID_FOR_MAX = 30 * DAY_SECONDS;

/** Body of POST /applications/{id}/secrets. */
@Example({ previousValidFor: 3600 })
export class RotateSecretDto {
  /** Seconds for which the secret that is replaced goes on working; 0 ends all former ones at once. */
  @IsOptional()
  @IsWhole(0, VALID_FOR_MAX)
  readonly previousValidFor: number = DAY_SECONDS;
}

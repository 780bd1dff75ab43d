import { Example, IsWhole } from '@halyard/input';
import { IsBoolean, IsOptional } from 'class-validator';
import { JWKS_MAX_AGE_SECONDS } from '../jwks-max-age.js';

const DAY_SECONDS = 86_400;

@Example({ leadSeconds: 300 })
export class RotateSigningKeysDto {
  /** Seconds for which the new keys are published before they sign; 300 by default. Not allowed in an emergency. */
  @IsOptional()
  @IsWhole(JWKS_MAX_AGE_SECONDS, DAY_SECONDS)
  readonly leadSeconds?: number;

  /** Withdraws at once the former keys, and all tokens that they signed. */
  @IsOptional()
  @IsBoolean()
  readonly emergency: boolean = false;
}

import { IsYes, OptionalBesideOthers, Refused, Required } from '@halyard/http';
import { IsOptional, Matches } from 'class-validator';
import { SOURCE_NAME } from '../source-name.js';

/** POST /funding-sources/{id} (reference facts, section 6.5): a new name, a removal, or both. New numbers are not built yet. */
export class UpdateFundingSourceDto {
  /** What lacks in a body that asks for nothing at all. */
  @OptionalBesideOthers()
  @Required()
  @Matches(SOURCE_NAME)
  readonly name?: string;

  @IsOptional()
  @IsYes()
  readonly removed?: true | string;

  @Refused()
  readonly routingNumber?: unknown;

  @Refused()
  readonly accountNumber?: unknown;

  @Refused()
  readonly bankAccountType?: unknown;
}

import { booleanOf, Check, fault, Refused, Required } from '@halyard/http';
import { IsOptional, ValidateIf } from 'class-validator';
import { isSourceName } from '../source-name.js';

const isTrue = (value: unknown): boolean => booleanOf(value) === true;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A name is what lacks in a body that asks for nothing at all. */
const wantsName = ({ name, ...others }: UpdateFundingSourceDto): boolean =>
  isGiven(name) || !Object.values(others).some(isGiven);

/** POST /funding-sources/{id} (reference facts, section 6.5): a new name, a removal, or both. New numbers are not built yet. */
export class UpdateFundingSourceDto {
  @ValidateIf(wantsName)
  @Required()
  @Check(isSourceName)
  readonly name?: string;

  @IsOptional()
  @Check(isTrue, fault('Invalid'))
  readonly removed?: true | string;

  @Refused()
  readonly routingNumber?: unknown;

  @Refused()
  readonly accountNumber?: unknown;

  @Refused()
  readonly bankAccountType?: unknown;
}

import { Example, fault, IsInstant, IsWebUrl, IsWhole } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { INVALID_URL } from '../subscription/url-fault.js';

const SEQUENCE_MAX = 9_999_999_999;

/** Asks for a replay of all stored events within these bounds, which are inclusive. */
@Example({ fromSequence: 1, toSequence: 17 })
export class CreateReplayDto {
  @IsOptional()
  @IsWhole(1, SEQUENCE_MAX)
  fromSequence?: number;

  @IsOptional()
  @IsWhole(1, SEQUENCE_MAX)
  toSequence?: number;

  /** The earliest time at which the events were created; `endDate` is the latest. */
  @IsOptional()
  @IsInstant()
  startDate?: string;

  @IsOptional()
  @IsInstant()
  endDate?: string;

  /** The URL that gets the deliveries instead of the subscription's own. */
  @IsOptional()
  @IsWebUrl(fault('InvalidFormat', INVALID_URL))
  url?: string;
}

import { fault, IsInstant, IsWebUrl, IsWhole } from '@halyard/input';
import { IsOptional } from 'class-validator';
import { INVALID_URL } from '../subscription/url-fault.js';

const SEQUENCE_MAX = 9_999_999_999;

/** Which events to send again: all that are kept, within the bounds given. Bounds are inclusive. */
export class CreateReplayDto {
  @IsOptional()
  @IsWhole(1, SEQUENCE_MAX)
  fromSequence?: number;

  @IsOptional()
  @IsWhole(1, SEQUENCE_MAX)
  toSequence?: number;

  /** Bounds of `created`. */
  @IsOptional()
  @IsInstant()
  startDate?: string;

  @IsOptional()
  @IsInstant()
  endDate?: string;

  /** Where to send them instead of to the subscription's own URL. */
  @IsOptional()
  @IsWebUrl(fault('InvalidFormat', INVALID_URL))
  url?: string;
}

import { fault, IsListOf, IsReadable, IsWebUrl, IsYesOrNo, Required } from '@halyard/http';
import { ArrayMinSize, IsOptional, Matches } from 'class-validator';
import { DESCRIPTION_LENGTH_MAX, SECRET, TOPICS } from '../subscription.rules.js';

export const INVALID_URL = 'Url must be a valid url.';

/** Reference facts, 10.1; topics, description and order are additions. */
export class CreateSubscriptionDto {
  @Required()
  @IsWebUrl(fault('InvalidFormat', INVALID_URL))
  url!: string;

  @Matches(SECRET)
  secret!: string;

  /** All topics by default. */
  @IsOptional()
  @ArrayMinSize(1, fault('Invalid'))
  @IsListOf(TOPICS, fault('Invalid'))
  topics?: string[];

  @IsOptional()
  @IsReadable(DESCRIPTION_LENGTH_MAX)
  description?: string;

  @IsOptional()
  @IsYesOrNo()
  strictOrder?: boolean | string;
}

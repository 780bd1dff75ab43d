import {
  Example,
  fault,
  IsListOf,
  IsReadable,
  IsResourceId,
  IsToken,
  IsWebUrl,
  IsYesOrNo,
  Required,
} from '@halyard/input';
import { ArrayMinSize, IsOptional } from 'class-validator';
import { DESCRIPTION_LENGTH_MAX, SECRET, TOPICS, TOPICS_ALLOWED } from '../subscription.rules.js';
import { INVALID_URL } from '../url-fault.js';

/** A new subscription (reference facts, 10.1). Topics, description and order are additions. */
@Example({
  url: 'https://example.com/webhooks',
  secret: 'an-example-never-used-anywhere-0002',
  topics: ['transfer_created', 'transfer_completed'],
})
export class CreateSubscriptionDto {
  @Required()
  @IsWebUrl(fault('InvalidFormat', INVALID_URL))
  url!: string;

  @IsToken(SECRET)
  secret!: string;

  /** Default: all topics. */
  @IsOptional()
  @ArrayMinSize(1, fault('Invalid'))
  @IsListOf(TOPICS, fault('Invalid'), TOPICS_ALLOWED)
  topics?: string[];

  @IsOptional()
  @IsReadable(DESCRIPTION_LENGTH_MAX)
  description?: string;

  @IsOptional()
  @IsYesOrNo()
  strictOrder?: boolean | string;

  /**
   * The application that will own the subscription, for people: they act for no application. Default: the account's
   * only application of kind `server`.
   */
  @IsOptional()
  @IsResourceId()
  application?: string;
}

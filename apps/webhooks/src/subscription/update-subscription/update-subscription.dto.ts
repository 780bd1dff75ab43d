import { Example, fault, IsListOf, IsReadable, IsToken, IsYesOrNo, NotAllowed, RequiresAnyField } from '@halyard/input';
import { ArrayMinSize, IsIn, IsOptional } from 'class-validator';
import { DESCRIPTION_LENGTH_MAX, SECRET, TOPICS, TOPICS_ALLOWED } from '../subscription.rules.js';

/**
 * A change of a subscription (POST /webhook-subscriptions/{id}; reference facts, 10.1). All but `paused` is an
 * addition.
 */
@RequiresAnyField()
@Example({ paused: true })
export class UpdateSubscriptionDto {
  @IsOptional()
  @IsYesOrNo()
  paused?: boolean | string;

  @IsOptional()
  @ArrayMinSize(1, fault('Invalid'))
  @IsListOf(TOPICS, fault('Invalid'), TOPICS_ALLOWED)
  topics?: string[];

  @IsOptional()
  @IsReadable(DESCRIPTION_LENGTH_MAX)
  description?: string;

  /** The next secret. It begins a rotation, during which both secrets sign. */
  @IsOptional()
  @IsToken(SECRET)
  secret?: string;

  @IsOptional()
  @IsIn(['completed', 'cancelled'])
  secretRotation?: 'completed' | 'cancelled';

  /** Refused, like `strictOrder`: another URL or order needs another subscription (reference facts, 10.1). */
  @IsOptional()
  @NotAllowed()
  url?: unknown;

  @IsOptional()
  @NotAllowed()
  strictOrder?: unknown;
}

import { fault, IsListOf, IsReadable, IsYesOrNo, NotAllowed, RequiresAnyField } from '@halyard/http';
import { ArrayMinSize, IsIn, IsOptional, Matches } from 'class-validator';
import { DESCRIPTION_LENGTH_MAX, SECRET, TOPICS } from '../subscription.rules.js';

/** POST /webhook-subscriptions/{id} (reference facts, 10.1); all but `paused` are additions. */
@RequiresAnyField()
export class UpdateSubscriptionDto {
  @IsOptional()
  @IsYesOrNo()
  paused?: boolean | string;

  @IsOptional()
  @ArrayMinSize(1, fault('Invalid'))
  @IsListOf(TOPICS, fault('Invalid'))
  topics?: string[];

  @IsOptional()
  @IsReadable(DESCRIPTION_LENGTH_MAX)
  description?: string;

  /** Begins a rotation: from now on both secrets sign, this one as the next. */
  @IsOptional()
  @Matches(SECRET)
  secret?: string;

  @IsOptional()
  @IsIn(['completed', 'cancelled'])
  secretRotation?: 'completed' | 'cancelled';

  /** Another address or order needs another subscription (reference facts, 10.1). */
  @IsOptional()
  @NotAllowed()
  url?: unknown;

  @IsOptional()
  @NotAllowed()
  strictOrder?: unknown;
}

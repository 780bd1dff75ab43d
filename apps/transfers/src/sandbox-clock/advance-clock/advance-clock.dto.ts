import { Example, FormName, IsDuration, IsMoment, OnlyWithout } from '@halyard/input';
import { IsIn, IsOptional } from 'class-validator';

export const goals = ['same-day-cut-off', 'wire-cut-off', 'standard-cut-off', 'banking-day', 'due'] as const;
/** What an advance leads to, if it is not a moment: the next cut-off, banking day, or due thing. */
export type Goal = (typeof goals)[number];

class AdvanceFields {
  /** How far the clock is advanced, at most 400 days. */
  @IsDuration()
  readonly by?: string;

  /** The moment that the clock is advanced to, at most 400 days ahead. */
  @IsOptional()
  @IsMoment()
  readonly to?: string;

  /** The next cut-off on a banking day, the beginning of the next banking day in Chicago, or what is due next. */
  @FormName('to-next')
  @IsOptional()
  @IsIn(goals)
  readonly toNext?: Goal;

  /** Before the clock leaves a moment, it waits until webhooks have told of it, for at most ten seconds. */
  @IsOptional()
  @IsIn(['webhooks'])
  readonly waitFor?: 'webhooks';
}

/** Body of POST /sandbox-clock/advances. */
@Example({ by: 'P60D' })
export class AdvanceClockDto extends AdvanceFields {
  @OnlyWithout('to', 'toNext')
  override readonly by?: string;
}

/** Reads the body. A body without any of the three is not told that `by` is missing, but that `to` is. */
export class AdvanceClockBody extends AdvanceFields {
  @IsOptional()
  override readonly by?: string;
}

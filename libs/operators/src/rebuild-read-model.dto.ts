import { Example, IsWhole } from '@halyard/input';
import { IsOptional } from 'class-validator';

const PER_SECOND_MAX = 1_000_000;

@Example({ perSecond: 5_000 })
export class RebuildReadModelDto {
  /** At most how many events the rebuild takes in a second. Absent for as many as it can. */
  @IsOptional()
  @IsWhole(1, PER_SECOND_MAX)
  readonly perSecond?: number;
}

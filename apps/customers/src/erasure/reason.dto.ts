import { Example, fault, IsReadable } from '@halyard/input';

const REASON_LENGTH_MAX = 500;

/**
 * An operator's reason for an action on a person's data. It is kept after the person is erased, so it must name nobody.
 */
@Example({ reason: 'Asked for in writing, case 17.' })
export class ReasonDto {
  @IsReadable(REASON_LENGTH_MAX, fault('Required', `Reason required, at most ${REASON_LENGTH_MAX} letters.`))
  readonly reason!: string;
}

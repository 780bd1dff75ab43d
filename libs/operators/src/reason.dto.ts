import { Example, fault, IsReadable } from '@halyard/input';

const REASON_LENGTH_MAX = 500;

/**
 * An operator's reason for an action on an application, an account or a person. It is kept after a person is erased,
 * and the owner of an application reads it, so it must name nobody.
 */
@Example({ reason: 'Asked for in writing, case 17.' })
export class ReasonDto {
  @IsReadable(REASON_LENGTH_MAX, fault('Required', `Reason required, at most ${REASON_LENGTH_MAX} letters.`))
  readonly reason!: string;
}

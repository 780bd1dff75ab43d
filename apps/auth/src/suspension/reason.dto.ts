import { Example, fault, IsReadable } from '@halyard/input';

const REASON_LENGTH_MAX = 500;

/** Why an operator rejects or suspends something. The owner of an application reads it; it must name nobody. */
@Example({ reason: 'Reported as stolen, case 17.' })
export class ReasonDto {
  @IsReadable(REASON_LENGTH_MAX, fault('Required', `Reason required, at most ${REASON_LENGTH_MAX} letters.`))
  readonly reason!: string;
}

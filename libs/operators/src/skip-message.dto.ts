import { Example, fault, IsReadable } from '@halyard/input';

const REASON_LENGTH_MAX = 500;

/** Why an operator lets a key skip a message: stored for later questions. */
@Example({ reason: 'Corrected by hand, case 17.' })
export class SkipMessageDto {
  @IsReadable(REASON_LENGTH_MAX, fault('Required', `Reason required, at most ${REASON_LENGTH_MAX} letters.`))
  readonly reason!: string;
}

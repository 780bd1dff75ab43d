import { fault, IsReadable } from '@halyard/http';

const REASON_LENGTH_MAX = 500;

/** Why an operator does something to a person's data. It stays when the person is erased: it must name nobody. */
export class ReasonDto {
  @IsReadable(REASON_LENGTH_MAX, fault('Required', `Reason required, at most ${REASON_LENGTH_MAX} letters.`))
  readonly reason!: string;
}

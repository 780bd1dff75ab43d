import { Check, fault } from '@halyard/http';

const REASON_LENGTH_MAX = 500;

const isReason = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= REASON_LENGTH_MAX && !value.includes('\0');

/** Why an operator lets a key go on without a message: kept for whoever asks later. */
export class SkipMessageDto {
  @Check(isReason, fault('Required', 'Reason required, at most 500 letters.'))
  readonly reason!: string;
}

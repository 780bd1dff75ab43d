export { accountNumberPattern, isRoutingNumber } from './aba.js';
export { atMost } from './at-most.js';
export type { Backoff } from './backoff.js';
export { backoffMs } from './backoff.js';
export type { CalendarDate, CutOff } from './calendar.js';
export { centralTime, cutOffs, DAY_MS, timeOfDay, utcWeekBounds, utcWeekOf } from './calendar.js';
export type { CutOffs, ExpectedSettlement, SettlementRoute } from './settlement.js';
export {
  clearsSameDay,
  expectedAfter,
  expectedSettlement,
  exportOf,
  firstBankingDayFrom,
  nextBankingDayAfter,
  returnDelayMaxDays,
  settlementOf,
  returnWindowEnd,
  SAME_DAY_AMOUNT_MINOR_MAX,
} from './settlement.js';
export { durationMs } from './duration.js';
export type { Money, MoneyJson } from './money.js';
export { AMOUNT_MINOR_MAX, amountInUsd, formatAmount, moneyFromJson, moneyToJson, parseAmount, usd } from './money.js';
export {
  deriveId,
  deriveTimedId,
  ID_BEGINNING,
  idOfHex,
  idsBeginning,
  idTimeMs,
  isId,
  newId,
  siblingId,
} from './ids.js';
export { NIBBLES } from './hex.js';
export { Claim } from './claim.js';
export { Clock } from './clock.js';
export type { DomainErrorDetail, ErrorCode, ErrorKind } from './errors.js';
export { asRefusal, clockMoved, DomainError, errorCodes, stillProcessing, tooMany, validationError } from './errors.js';
export type { Fault, FaultCode, ToldFaults } from './faults.js';
export { faultCodes, FAULTS_MAX, POINTER_LENGTH_MAX } from './faults.js';
export type { Decider } from './decider.js';
export type { ReturnCode, ReturnCodeRow, ReturnEffects } from './return-codes.js';
export { isReturnCode, returnCodes } from './return-codes.js';
export type { CorrectedPart, CorrectionCode, CorrectionCodeRow } from './correction-codes.js';
export { changesBank, correctedParts, correctionCodes, isCorrectionCode } from './correction-codes.js';
export type { SimulatedReturn } from './simulated-return.js';
export { simulatedReturnOf } from './simulated-return.js';
export { partsOf } from './parts.js';
export { propertyOf } from './property-of.js';
export { composed } from './text.js';
export { errorCodeOf, errorsIn } from './thrown.js';
export { aborted, pause } from './pause.js';
export { Scheduler, TimerScheduler } from './scheduler.js';
export type { TimelineKind } from './timeline-kinds.js';
export { spreadOverTurns, turnEnd, TurnStarts } from './turns.js';
export { isUnavailable, ServerUnusable, Unavailable } from './unavailable.js';

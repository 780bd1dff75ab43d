export { isRoutingNumber } from './aba.js';
export { atMost } from './at-most.js';
export type { Backoff } from './backoff.js';
export { backoffMs } from './backoff.js';
export type { CalendarDate, CentralTime, CutOff } from './calendar.js';
export {
  addBankingDays,
  bankingDayFor,
  centralInstant,
  centralTime,
  cutOffs,
  federalReserveHoliday,
  isBankingDay,
  nextBankingDay,
  utcWeekBounds,
  utcWeekOf,
} from './calendar.js';
export type { CutOffs, ExpectedSettlement, Route } from './settlement.js';
export {
  clearsSameDay,
  expectedSettlement,
  exportOf,
  returnWindowEnd,
  SAME_DAY_AMOUNT_MINOR_MAX,
} from './settlement.js';
export type { Money, MoneyJson } from './money.js';
export { AMOUNT_MINOR_MAX, amountInUsd, formatAmount, moneyFromJson, moneyToJson, parseAmount, usd } from './money.js';
export { deriveId, deriveTimedId, idTimeMs, isId, newId, siblingId } from './ids.js';
export { Clock } from './clock.js';
export type { DomainErrorDetail, ErrorCode, ErrorKind } from './errors.js';
export { DomainError, errorCodes, validationError } from './errors.js';
export type { Fault, FaultCode, ToldFaults } from './faults.js';
export { faultCodes, FAULTS_MAX, POINTER_LENGTH_MAX } from './faults.js';
export type { Decider } from './decider.js';
export type { ReturnCode, ReturnCodeRow, ReturnEffects } from './return-codes.js';
export { isReturnCode, returnCodes } from './return-codes.js';
export type { SimulatedReturn } from './simulated-return.js';
export { simulatedReturnOf } from './simulated-return.js';

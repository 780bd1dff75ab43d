export type { Money, MoneyJson } from './money.js';
export { AMOUNT_MINOR_MAX, formatAmount, moneyFromJson, moneyToJson, parseAmount, usd } from './money.js';
export { deriveId, idTimeMs, isId, newId } from './ids.js';
export { Clock } from './clock.js';
export type { DomainErrorDetail, ErrorCode, ErrorKind, Fault, FaultCode } from './errors.js';
export { DomainError, errorCodes, validationError } from './errors.js';
export type { Decider } from './decider.js';

import { type Fault, type FaultCode, FAULTS_MAX, type ToldFaults } from '@halyard/core';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { escapePointer, fieldAt, fieldName } from '../pointers.js';
import { isGiven } from './plain-body.js';
import type { FaultContext } from './rules.js';

/** What rules of class-validator raise without a code of their own. */
const usualCodes: Readonly<Record<string, FaultCode>> = {
  isDefined: 'Required',
  isNotEmpty: 'Required',
  isIn: 'Invalid',
};

const endings: Partial<Record<FaultCode, string>> = { Required: 'required.', NotAllowed: 'value not allowed.' };

/** The observed wording (reference facts, section 12): the field's name with its first letter upper-cased. */
const usualMessage = (code: FaultCode, field: string): string => `${fieldName(field)} ${endings[code] ?? 'invalid.'}`;

/** A fault in the usual words, which name the field at the end of the pointer. */
export const usualFault = (code: FaultCode, path: string): Fault => ({
  code,
  message: usualMessage(code, fieldAt(path)),
  path,
});

const rulesOf = ({ target, property }: ValidationError) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false)
    .filter(({ propertyName }) => propertyName === property);

const isFaultContext = (context: unknown): context is FaultContext =>
  typeof context === 'object' && context !== null && 'code' in context;

interface BrokenRule {
  readonly code?: FaultCode;
  /** The text that the DTO gives the rule, if any: class-validator's own texts name properties differently. */
  readonly message?: string;
}

function brokenRules(error: ValidationError): BrokenRule[] {
  const rules = rulesOf(error);
  return Object.entries(error.constraints ?? {}).map(([name, text]) => {
    const context: unknown = error.contexts?.[name];
    const code = isFaultContext(context) ? context.code : usualCodes[name];
    const worded = rules.some((rule) => rule.name === name && rule.message !== undefined);
    return { code, message: worded ? text : undefined };
  });
}

const isMissing = (error: ValidationError): boolean =>
  (!isGiven(error.value) || error.value === '') && !rulesOf(error).some(({ type }) => type === 'conditionalValidation');

/**
 * Each field gets one fault: a missing value has no format to complain about, and a code that the DTO chose says more
 * than the usual one.
 */
function faultOf(error: ValidationError, field: string, path: string): Fault {
  const broken = brokenRules(error);
  const required = broken.find(({ code }) => code === 'Required');
  const said = required ?? (isMissing(error) ? { code: 'Required' } : broken.find(({ code }) => code)) ?? broken[0];
  const code = said?.code ?? 'InvalidFormat';
  return { code, message: said?.message ?? usualMessage(code, field), path };
}

const isIndex = (property: string): boolean => /^\d+$/.test(property);

/** The faults of a body, with JSON pointers into it: the first are reported, the others only counted. */
export function faultsOf(errors: readonly ValidationError[]): ToldFaults {
  const faults: Fault[] = [];
  let moreFaults = 0;
  /** The items of an array are named after the array. */
  const walk = (found: readonly ValidationError[], parentPath: string, parentField: string): void => {
    for (const error of found) {
      const isTold = faults.length < FAULTS_MAX;
      const path = isTold ? `${parentPath}/${escapePointer(error.property)}` : parentPath;
      const field = isIndex(error.property) ? parentField : error.property;
      if (error.constraints && isTold) faults.push(faultOf(error, field, path));
      else if (error.constraints) moreFaults += 1;
      walk(error.children ?? [], path, field);
    }
  };
  walk(errors, '', '');
  return { faults, moreFaults };
}

import { type Fault, type FaultCode, FAULTS_MAX, type ToldFaults } from '@halyard/core';
import { ARRAY_MIN_SIZE, getMetadataStorage, type ValidationError } from 'class-validator';
import { allowedBy, notAllowed } from './allowed.js';
import { type JsonSchema, type Term, termOf } from './declared.js';
import { schemaOfRule } from './fields.js';
import { escapePointer, fieldAt, fieldName } from '../pointers.js';
import { isGiven } from './plain-body.js';
import type { FaultContext } from './rules.js';
import { otherChoices } from './variants.js';

/** The codes for class-validator's rules that name none. */
const usualCodes: Readonly<Record<string, FaultCode>> = {
  isDefined: 'Required',
  isNotEmpty: 'Required',
  isIn: 'Invalid',
};

const endings: Partial<Record<FaultCode, string>> = { Required: 'required.', NotAllowed: 'value not allowed.' };

/**
 * The message for a code. The wording is the observed one, in which a field's name begins with a capital (reference
 * facts, section 12).
 */
const usualMessage = (code: FaultCode, field: string): string => `${fieldName(field)} ${endings[code] ?? 'invalid.'}`;

/**
 * Makes a fault whose message names the field at the end of the pointer. @param more further sentences, such as what is
 * allowed
 */
export const usualFault = (code: FaultCode, path: string, more?: string): Fault => ({
  code,
  message: sentences(usualMessage(code, fieldAt(path)), more),
  path,
});

const sentences = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');

const rulesOf = ({ target, property }: ValidationError) =>
  getMetadataStorage()
    .getTargetValidationMetadatas(target?.constructor ?? Object, '', false, false)
    .filter(({ propertyName }) => propertyName === property);

const isFaultContext = (context: unknown): context is FaultContext =>
  typeof context === 'object' && context !== null && 'code' in context;

interface BrokenRule {
  readonly code?: FaultCode;
  /**
   * The text that the DTO gives to the rule, if any. class-validator's own texts are not used, because they name
   * properties in another way.
   */
  readonly message?: string;
  readonly schema?: JsonSchema;
  readonly term?: Term;
}

function brokenRules(error: ValidationError): BrokenRule[] {
  const rules = rulesOf(error);
  const isNoList = isGiven(error.value) && !Array.isArray(error.value);
  // A value that is no list also breaks the rule about a list's length. That says nothing, so it is left out.
  const broken = Object.entries(error.constraints ?? {}).filter(([name]) => !(isNoList && name === ARRAY_MIN_SIZE));
  return broken.map(([name, text]) => {
    const context: unknown = error.contexts?.[name];
    const code = isFaultContext(context) ? context.code : usualCodes[name];
    const rule = rules.find((one) => (one.name ?? one.type) === name);
    return {
      code,
      message: rule?.message === undefined ? undefined : text,
      schema: rule && withOtherChoices(schemaOfRule(rule), error),
      term: rule && termOf(rule),
    };
  });
}

/**
 * Adds the values of a field that choose another class for the body. They are allowed too, although the field's class
 * does not declare them.
 */
function withOtherChoices(schema: JsonSchema = {}, { target, property }: ValidationError): JsonSchema {
  const others = otherChoices(target?.constructor ?? Object, property);
  const own = schema['enum'];
  if (!Array.isArray(own) || others.length === 0) return schema;
  return { ...schema, enum: [...new Set([...(own as readonly unknown[]), ...others])] };
}

const isMissing = (error: ValidationError): boolean =>
  (!isGiven(error.value) || error.value === '') && !rulesOf(error).some(({ type }) => type === 'conditionalValidation');

/**
 * Finds the fault of a field, which is only one. A missing value has no format to complain about, and a code that the
 * DTO has chosen says more than the usual one. A list gets one for each faulty item, at the item's place.
 */
function faultsOfField(error: ValidationError, field: string, path: string): ToldFaults {
  const broken = brokenRules(error);
  const required = broken.find(({ code }) => code === 'Required');
  const said = required ?? (isMissing(error) ? { code: 'Required' } : broken.find(({ code }) => code)) ?? broken[0];
  const { code = 'InvalidFormat', message = usualMessage(code, field), schema = {}, term }: BrokenRule = said ?? {};
  if (code === 'Required') return { faults: [{ code, message, path }] };
  const items = term?.item && Array.isArray(error.value) ? faultyItems(error.value, term.item) : [];
  const asList = schema['type'] === 'array' && !Array.isArray(error.value) ? 'Send a list.' : undefined;
  if (items.length === 0) return { faults: [{ code, message: sentences(message, asList, allowedBy(schema)), path }] };
  const faults = items.slice(0, FAULTS_MAX).map(({ index, item }): Fault => {
    const quoted = notAllowed(item, schema);
    return {
      code,
      message: sentences(message, quoted, allowedBy(schema)),
      path: `${path}/${index}`,
      ...(quoted !== undefined && { quoted }),
    };
  });
  return { faults, moreFaults: items.length - faults.length };
}

const faultyItems = (list: readonly unknown[], isAllowed: (item: unknown) => boolean) =>
  list.map((item, index) => ({ item, index })).filter(({ item }) => !isAllowed(item));

const isIndex = (property: string): boolean => /^\d+$/.test(property);

/**
 * The errors within a field that its own fault does not cover. A value that should be a list, but is none, has no
 * items.
 */
function untold(error: ValidationError, path: string, { faults }: ToldFaults): ValidationError[] {
  const { children = [] } = error;
  if (!Array.isArray(error.value) && brokenRules(error).some(({ term }) => term?.item)) return [];
  const told = new Set(faults.map((fault) => fault.path));
  return children.filter(({ property }) => !told.has(`${path}/${escapePointer(property)}`));
}

/** The faults of a body, with JSON pointers into it. The first ones are reported; all others are only counted. */
export function faultsOf(errors: readonly ValidationError[]): ToldFaults {
  const faults: Fault[] = [];
  let moreFaults = 0;
  /** The items of a list are named after the list. */
  const walk = (found: readonly ValidationError[], parentPath: string, parentField: string): void => {
    for (const error of found) {
      const isTold = faults.length < FAULTS_MAX;
      const path = isTold ? `${parentPath}/${escapePointer(error.property)}` : parentPath;
      const field = isIndex(error.property) ? parentField : error.property;
      let inside = error.children ?? [];
      if (error.constraints && isTold) {
        const told = faultsOfField(error, field, path);
        faults.push(...told.faults);
        moreFaults += told.moreFaults ?? 0;
        inside = untold(error, path, told);
      } else if (error.constraints) moreFaults += 1;
      walk(inside, path, field);
    }
  };
  walk(errors, '', '');
  return { faults, moreFaults };
}

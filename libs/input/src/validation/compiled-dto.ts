import type { Type } from '@nestjs/common';
import { TransformationType } from 'class-transformer';
import { getMetadataStorage, type ValidatorConstraintInterface } from 'class-validator';
import { termOf } from './declared.js';
import { isGiven, isJsonObject, type PlainBody } from './plain-body.js';
import { unlisted } from './rules.js';
import { transformers } from './transformer-storage.js';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
type Rule = (instance: object, value: unknown) => boolean;

interface Property {
  readonly name: string;
  readonly nested?: CompiledDto;
  readonly isList: boolean;
  /** The conditions of `@IsOptional` and `@ValidateIf`. The property is checked only if all of them hold. */
  readonly conditions: readonly Rule[];
  readonly rules: readonly Rule[];
}

/**
 * The rules of a DTO class, compiled once from its decorators. It accepts a valid body in a fraction of the time that
 * class-transformer and class-validator take. It finds no faults itself: a body that it does not accept goes to those
 * two.
 */
export class CompiledDto {
  private constructor(
    private readonly dto: Type<object>,
    private readonly properties: readonly Property[],
  ) {}

  private static readonly cache = new WeakMap<Type<object>, CompiledDto | 'not compilable'>();

  /**
   * Compiles a class. @returns undefined if the class has rules that only class-validator can check: asynchronous,
   * grouped, or for each item
   */
  static of(dto: Type<object>): CompiledDto | undefined {
    let compiled = CompiledDto.cache.get(dto);
    if (!compiled) {
      // Put into the cache first, so that a class that contains itself does not recurse without end.
      CompiledDto.cache.set(dto, 'not compilable');
      compiled = compile(dto, (properties) => new CompiledDto(dto, properties)) ?? 'not compilable';
      CompiledDto.cache.set(dto, compiled);
    }
    return compiled === 'not compilable' ? undefined : compiled;
  }

  /** Reads a body. @returns the instance; undefined unless the body obeys every rule */
  read(body: PlainBody): object | undefined {
    const instance = this.instantiate(body);
    return instance && this.accepts(instance) ? instance : undefined;
  }

  private instantiate(body: PlainBody): object | undefined {
    const instance = new this.dto();
    for (const property of this.properties) {
      const { name, nested } = property;
      let value = Object.hasOwn(body, name) ? body[name] : undefined;
      if (!isGiven(value)) continue;
      if (nested) {
        value = property.isList ? nested.instantiateAll(value) : nested.instantiateOne(value);
        if (value === undefined) return undefined;
      }
      Reflect.set(instance, name, value);
    }
    return instance;
  }

  private instantiateOne(value: unknown): object | undefined {
    return isJsonObject(value) ? this.instantiate(value) : undefined;
  }

  private instantiateAll(values: unknown): object[] | undefined {
    if (!Array.isArray(values)) return undefined;
    const instances: object[] = [];
    for (const value of values as unknown[]) {
      const instance = this.instantiateOne(value);
      if (!instance) return undefined;
      instances.push(instance);
    }
    return instances;
  }

  private accepts(instance: object): boolean {
    return this.properties.every(({ name, nested, isList, conditions, rules }) => {
      const value: unknown = Reflect.get(instance, name);
      if (!conditions.every((holds) => holds(instance, value))) return true;
      if (!rules.every((holds) => holds(instance, value))) return false;
      if (!nested || value === undefined) return true;
      if (!isList) return value instanceof nested.dto && nested.accepts(value);
      return Array.isArray(value) && (value as object[]).every((item) => nested.accepts(item));
    });
  }
}

function compile(dto: Type<object>, make: (properties: Property[]) => CompiledDto): CompiledDto | undefined {
  if (transformers.getExposedMetadatas(dto).length > 0) return undefined;
  if (transformers.getExcludedMetadatas(dto).length > 0) return undefined;

  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(dto, '', false, false);
  if (metadata.length === 0) return undefined;

  const properties: Property[] = [];
  for (const [name, rules] of Object.entries(storage.groupByPropertyName(metadata))) {
    const property = compileProperty(dto, name, rules);
    if (!property) return undefined;
    properties.push(property);
  }
  return make(properties);
}

function compileProperty(dto: Type<object>, name: string, metadata: readonly Metadata[]): Property | undefined {
  const transforms = transformers.findTransformMetadatas(dto, name, TransformationType.PLAIN_TO_CLASS);
  // `instantiate` handles a list that was sent in place of a nested object, so `unlisted` need not be run.
  if (transforms.some(({ transformFn }) => transformFn !== unlisted)) return undefined;
  const type = transformers.findTypeMetadata(dto, name);
  const nested = type && CompiledDto.of(type.typeFunction());
  const nesting = metadata.find((rule) => rule.type === 'nestedValidation');
  if ((nesting !== undefined) !== (nested !== undefined) || (type && !nested)) return undefined;
  // A list of objects has its own rule, `list`. `@ValidateNested({ each: true })` would also accept a single object.
  const isList = metadata.some((rule) => termOf(rule)?.name === 'list');
  if ((nesting?.each ?? false) !== isList) return undefined;

  const conditions: Rule[] = [];
  const rules: Rule[] = [];
  for (const rule of metadata) {
    if ((rule.each && rule !== nesting) || rule.always || rule.groups?.length > 0 || rule.validateIf) return undefined;
    switch (rule.type) {
      case 'nestedValidation':
      case 'whitelistValidation':
        break;
      case 'conditionalValidation':
        conditions.push(conditionOf(rule));
        break;
      case 'customValidation': {
        const constraints = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
        if (constraints.some((constraint) => constraint.async)) return undefined;
        rules.push(...constraints.map(({ instance }) => ruleOf(dto, rule, instance)));
        break;
      }
      default:
        return undefined;
    }
  }
  return { name, nested, isList, conditions, rules };
}

function conditionOf({ constraints }: Metadata): Rule {
  const [condition] = constraints as [(instance: object, value: unknown) => unknown];
  return (instance, value) => Boolean(condition(instance, value));
}

function ruleOf(dto: Type<object>, metadata: Metadata, constraint: ValidatorConstraintInterface): Rule {
  const { propertyName: property, constraints } = metadata;
  const test = termOf(metadata)?.test;
  if (test) return (_, value) => test(value);
  return (object, value) =>
    // Anything but true, even a promise, goes to class-validator.
    constraint.validate(value, { targetName: dto.name, property, object, value, constraints }) === true;
}

import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { DomainError, type Fault, validationError } from '@halyard/core';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { faultOfNothing } from './any-field.js';
import { CompiledDto } from './compiled-dto.js';
import { faultsOf } from './faults.js';
import { isJsonObject, plainBody, type PlainBody, withoutConstructors } from './plain-body.js';
import { unknownMembers } from './unknown-members.js';
import { variantFor } from './variants.js';

/** The types that reflection reports for parameters that are no DTO: interfaces, primitives and unions. */
const notDtos = new Set<unknown>([Object, Array, String, Number, Boolean]);

const isDto = (type: unknown): type is Type<object> => typeof type === 'function' && !notDtos.has(type);

/**
 * Reads a body by its DTO class. Fields that the class does not know are ignored, and null counts as missing.
 * @param unknown faults of unknown members that are refused all the same
 * @throws DomainError ValidationError with every fault of the body
 */
export async function readByRules(dto: Type<object>, body: PlainBody, unknown: readonly Fault[] = []): Promise<object> {
  const instance = plainToInstance(dto, withoutConstructors(body));
  const errors = await validate(instance, { whitelist: true, forbidUnknownValues: true });
  if (errors.length > 0 || unknown.length > 0) {
    const { faults, moreFaults } = faultsOf(errors);
    throw new DomainError('ValidationError', { faults: [...unknown, ...faults], moreFaults });
  }
  return withoutNulls(instance);
}

function withoutNulls(instance: object): object {
  for (const [name, value] of Object.entries(instance) as [string, unknown][]) {
    if (value === null) Reflect.deleteProperty(instance, name);
    else if (isRead(value)) withoutNulls(value);
    else if (Array.isArray(value)) value.filter(isRead).forEach(withoutNulls);
  }
  return instance;
}

/** Whether a value is an object with its own DTO class. Objects that a client fills with any members are not. */
const isRead = (value: unknown): value is PlainBody => isJsonObject(value) && value.constructor !== Object;

/** The global pipe of all services. It reads every `@Body()` whose type is a DTO class. */
@Injectable()
export class BodyPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' || !isDto(metatype)) return value;
    const body = plainBody(value);
    const dto = variantFor(metatype, body);
    const unknown = unknownMembers(value);
    const nothing = faultOfNothing(dto, body);
    if (nothing) throw validationError(...unknown, nothing);
    const read = unknown.length > 0 ? undefined : CompiledDto.of(dto)?.read(body);
    return read ?? readByRules(dto, body, unknown);
  }
}

const pipe = new BodyPipe();

/**
 * Reads a body by its DTO class, and by rules that can't be declared in the class.
 * @param others the faults that these rules have found
 * @throws DomainError ValidationError with every fault of the body
 */
export async function readWithFaults(body: unknown, dto: Type<object>, others: readonly Fault[]): Promise<unknown> {
  try {
    const read = await pipe.transform(body, { type: 'body', metatype: dto });
    if (others.length === 0) return read;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    const { faults = [], moreFaults } = error.detail;
    throw new DomainError('ValidationError', { faults: [...faults, ...others], moreFaults });
  }
  throw validationError(...others);
}

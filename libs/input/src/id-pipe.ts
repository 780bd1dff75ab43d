import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError, isId } from '@halyard/core';

/** For path parameters that name a resource. An impossible id is answered like an unknown one: NotFound. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new DomainError('NotFound');
    return value.toLowerCase();
  }
}

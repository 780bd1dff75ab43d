import { Injectable, type PipeTransform } from '@nestjs/common';
import { DomainError, isId } from '@halyard/core';

/**
 * Checks path parameters that name a resource. An id that can't exist is answered like an unknown one, with NotFound.
 */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new DomainError('NotFound');
    return value.toLowerCase();
  }
}

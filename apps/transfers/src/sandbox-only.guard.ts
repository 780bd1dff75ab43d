import { type CanActivate, Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { TransfersConfig } from './config.js';

/** In production, clocks and their routes don't exist. */
@Injectable()
export class SandboxOnlyGuard implements CanActivate {
  constructor(private readonly config: TransfersConfig) {}

  /** @throws DomainError NotFound in production */
  canActivate(): boolean {
    if (this.config.environment !== 'sandbox') throw new DomainError('NotFound');
    return true;
  }
}

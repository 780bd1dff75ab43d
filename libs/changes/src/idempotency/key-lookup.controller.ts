import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, sharedServiceRoutes } from '@halyard/contracts';
import { keyQuery, type KeyUses } from '@halyard/contracts/idempotency-keys';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { KeyLookup } from './key-lookup.js';

/** Tells the gateway what is recorded under a key. The gateway asks every service that records keys. */
@Controller()
export class KeyLookupController {
  constructor(private readonly lookup: KeyLookup) {}

  @Serves(sharedServiceRoutes.findKeyUses)
  async find(@Body() body: unknown): Promise<FactAnswer<KeyUses>> {
    const { data: query } = keyQuery.safeParse(body);
    if (!query) throw new DomainError('BadRequest');
    return { type: 'fact', fact: { uses: await this.lookup.find(query) } };
  }
}

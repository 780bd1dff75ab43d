import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { applicationNames } from '@halyard/contracts/requests';
import { atMost } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { LRUCache } from 'lru-cache';

const REMEMBERED_MAX = 1_000;
const REMEMBERED_MS = 60_000;

/** Asks auth for the names of applications. */
@Injectable()
export class ApplicationNames {
  private readonly remembered = new LRUCache<string, string>({ ...atMost(REMEMBERED_MAX), ttl: REMEMBERED_MS });

  constructor(private readonly calls: ServiceCalls) {}

  /** @throws DomainError ServiceUnavailable */
  async of(ids: readonly string[], operation: Operation): Promise<ReadonlyMap<string, string>> {
    const missing = [...new Set(ids)].filter((id) => !this.remembered.has(id));
    if (missing.length > 0) {
      const answer = await this.calls.request(serviceRoutes.findApplicationNames, { ids: missing }, operation);
      for (const [id, name] of Object.entries(applicationNames.parse(answer).names)) this.remembered.set(id, name);
    }
    return new Map(ids.map((id) => [id, this.remembered.get(id) ?? '']));
  }
}

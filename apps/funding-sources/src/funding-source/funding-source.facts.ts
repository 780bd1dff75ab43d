import { Injectable } from '@nestjs/common';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { simulatedReturnOf } from '@halyard/core';
import { FundingSourcesConfig } from '../config.js';
import { channelsOf, type FundingSource } from './funding-source.entity.js';

/** Facts for other services, without names and numbers. */
@Injectable()
export class FundingSourceFacts {
  constructor(private readonly config: FundingSourcesConfig) {}

  of(source: FundingSource): FundingSourceFact {
    const returns = this.returnOf(source);
    return {
      fundingSourceId: source.id,
      accountId: source.accountId,
      ownerKind: source.ownerKind,
      ownerId: source.ownerId,
      type: source.type,
      status: source.status,
      removed: source.removedAt !== null,
      channels: channelsOf(source),
      ...(returns && { returns }),
      created: source.created.toISOString(),
      version: source.version,
    };
  }

  /** In production a name never simulates a return. */
  private returnOf({ type, name }: FundingSource): FundingSourceFact['returns'] {
    return type === 'bank' && this.config.environment === 'sandbox' ? simulatedReturnOf(name) : undefined;
  }
}

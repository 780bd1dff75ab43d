import { Injectable } from '@nestjs/common';
import { DeviceGrants, type NoTokens } from '../device-grant/device-grants.js';
import { FirstTokens } from './first-tokens.js';
import { authenticationOf, type PersonTokenAnswer } from './person-tokens.js';
import { TokenFamilies } from './token-families.js';

export interface DeviceRequest {
  readonly applicationId: string;
  readonly deviceCode: string;
  /** The gateway's time of the request. */
  readonly requestedAt: Date;
}

@Injectable()
export class DeviceExchange {
  constructor(
    private readonly grants: DeviceGrants,
    private readonly families: TokenFamilies,
    private readonly first: FirstTokens,
  ) {}

  async exchange({ applicationId, deviceCode, requestedAt }: DeviceRequest): Promise<PersonTokenAnswer | NoTokens> {
    const polled = await this.grants.poll(applicationId, deviceCode);
    if (typeof polled === 'string') return polled;
    const family = await this.families.find(polled.familyId);
    if (!family) return 'invalid_grant';
    if (family.exchangedAt) {
      // A request that began after the first exchange uses a copy of the code, as in CodeExchange.
      if (!family.endedAt && requestedAt > family.exchangedAt) await this.families.endReused(family);
      return 'invalid_grant';
    }
    const made = await this.first.make(family, authenticationOf(family));
    const isFirst = made && (await this.families.exchange(family, made.application));
    return isFirst ? made.answer : 'invalid_grant';
  }
}

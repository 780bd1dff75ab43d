import { Injectable } from '@nestjs/common';
import { Clock, deriveId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager, IsNull, MoreThan } from 'typeorm';
import { DeviceGrant } from './device-grant.entity.js';

/** RFC 8628, 3.5: programs poll no more often. */
export const POLL_INTERVAL_SECONDS = 5;
/** The network may shorten the time between two polls by this much. */
const JITTER_MS = 1_000;

/** Before a person allows a program, its network address belongs to nobody, so it is sealed under a key of its own. */
const SUBJECT = deriveId('auth.device-grants');
const CONTEXT = 'auth.device-grant-network';

export interface NewDeviceGrant extends Pick<DeviceGrant, 'applicationId' | 'scopes'> {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly network: string;
  readonly lifeSeconds: number;
}

export interface AskedGrant extends Pick<DeviceGrant, 'applicationId' | 'scopes' | 'createdAt' | 'expiresAt'> {
  readonly userCode: string;
  readonly network: string;
}

/** RFC 8628, 3.5. */
export type NoTokens = 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token' | 'invalid_grant';

@Injectable()
export class DeviceGrants {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  async begin(begun: NewDeviceGrant): Promise<void> {
    const { deviceCode, userCode, network, lifeSeconds, ...given } = begun;
    const createdAt = this.clock.system();
    await this.dataSource.manager.insert(DeviceGrant, {
      ...given,
      deviceHash: this.hashOfDevice(deviceCode),
      userHash: this.hashOfUser(userCode),
      sealedNetwork: await this.sealer.seal(SUBJECT, CONTEXT, network),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifeSeconds * 1_000),
      ...{ polledAt: null, decidedAt: null, familyId: null },
    });
  }

  /** @returns undefined if the code was never issued, was answered or has expired */
  async findAsked(userCode: string): Promise<AskedGrant | undefined> {
    const grant = await this.dataSource.manager.findOneBy(DeviceGrant, this.asked(userCode));
    if (!grant) return undefined;
    return { ...grant, userCode, network: await this.sealer.open(SUBJECT, CONTEXT, grant.sealedNetwork) };
  }

  /**
   * Stores a person's answer. Of several answers at once, in any processes, one counts.
   *
   * @param familyId of the tokens that the answer allows; null to deny them
   * @returns whether this answer counts
   */
  async decide(tx: EntityManager, userCode: string, familyId: string | null): Promise<boolean> {
    const { affected } = await tx.update(DeviceGrant, this.asked(userCode), {
      decidedAt: this.clock.system(),
      familyId,
    });
    return affected === 1;
  }

  /**
   * Answers a program that polls for its tokens. @returns the family of tokens that was allowed, or why there is none
   */
  poll(applicationId: string, deviceCode: string): Promise<{ readonly familyId: string } | NoTokens> {
    return this.dataSource.transaction(async (tx) => {
      const where = { deviceHash: this.hashOfDevice(deviceCode), applicationId };
      const grant = await tx.findOne(DeviceGrant, { where, lock: { mode: 'pessimistic_write' } });
      if (!grant) return 'invalid_grant';
      const { expiresAt, decidedAt, familyId, polledAt } = grant;
      const now = this.clock.system();
      if (expiresAt <= now) return 'expired_token';
      if (decidedAt) return familyId === null ? 'access_denied' : { familyId };
      await tx.update(DeviceGrant, where, { polledAt: now });
      const isTooFast = polledAt && now.getTime() - polledAt.getTime() < POLL_INTERVAL_SECONDS * 1_000 - JITTER_MS;
      return isTooFast ? 'slow_down' : 'authorization_pending';
    });
  }

  private asked(userCode: string) {
    return { userHash: this.hashOfUser(userCode), decidedAt: IsNull(), expiresAt: MoreThan(this.clock.system()) };
  }

  private hashOfDevice(deviceCode: string): string {
    return this.sealer.fingerprint('auth.device-code', deviceCode);
  }

  private hashOfUser(userCode: string): string {
    return this.sealer.fingerprint('auth.user-code', userCode.replace('-', ''));
  }
}

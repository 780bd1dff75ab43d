import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { DeviceGrants } from './device-grants.js';

/** oidc-provider never reads its device codes back: we ask the person and handle the polling ourselves. */
export class DeviceCodes implements Adapter {
  constructor(private readonly grants: DeviceGrants) {}

  async upsert(deviceCode: string, payload: AdapterPayload, lifeSeconds: number): Promise<void> {
    const { clientId: applicationId = '', userCode = '', params, deviceInfo } = payload;
    const scopes = textOf(params?.['scope']).split(' ');
    const network = textOf(deviceInfo?.['network']);
    await this.grants.begin({ deviceCode, userCode, applicationId, scopes, network, lifeSeconds });
  }

  find = unread;
  findByUserCode = unread;
  findByUid = unread;
  consume = unread;
  destroy = unread;
  revokeByGrantId = unread;
}

const unread = (): Promise<undefined> => Promise.reject(new Error('device codes are not read through oidc-provider'));

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

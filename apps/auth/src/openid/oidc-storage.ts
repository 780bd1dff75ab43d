import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import type { Adapter } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { DeviceCodes } from '../device-grant/device-codes.js';
import { DeviceGrants } from '../device-grant/device-grants.js';
import { PostgresOidcAdapter } from './oidc-adapter.js';
import { ApplicationClients } from './oidc-clients.js';

@Injectable()
export class OidcStorage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly credentials: ApplicationCredentials,
    private readonly devices: DeviceGrants,
  ) {}

  of(model: string): Adapter {
    if (model === 'Client') return new ApplicationClients(this.credentials);
    if (model === 'DeviceCode') return new DeviceCodes(this.devices);
    return new PostgresOidcAdapter(model, this.dataSource, this.sealer, this.clock);
  }
}

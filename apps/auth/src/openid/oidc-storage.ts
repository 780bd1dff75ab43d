import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import type { Adapter } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { PostgresOidcAdapter } from './oidc-adapter.js';
import { ApplicationClients } from './oidc-clients.js';

/** Where oidc-provider finds clients, and keeps what it issues. */
@Injectable()
export class OidcStorage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly credentials: ApplicationCredentials,
  ) {}

  of(model: string): Adapter {
    return model === 'Client'
      ? new ApplicationClients(this.credentials)
      : new PostgresOidcAdapter(model, this.dataSource, this.sealer, this.clock);
  }
}

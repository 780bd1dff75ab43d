import { type DynamicModule, Module } from '@nestjs/common';
import type { ServiceDefinition } from '@halyard/service';
import { gatewayConfig, GatewayConfig } from './config.js';
import { Forwarder } from './forwarding/forwarder.js';
import { ClaimStore, KEPT_MS } from './idempotency/claim-store.js';
import { Idempotency } from './idempotency/idempotency.js';
import { Leases } from './idempotency/leases.js';
import { Idempotency1763700000001 } from './migrations/idempotency.migration.js';
import { Failures } from './public-api/failures.js';
import { Gate } from './public-api/gate.js';
import { PublicApi } from './public-api/public-api.js';
import { RequestHandler } from './public-api/request-handler.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { ApplicationCredentials } from './tokens/application-credentials.js';
import { Authenticator } from './tokens/authenticator.js';
import { SigningKeys } from './tokens/signing-keys.js';

export { GatewayConfig } from './config.js';
export type { GatewayAddresses, GatewayEdge } from './edge/gateway-edge.js';
export { createGatewayEdge } from './edge/gateway-edge.js';
export { PortTaken } from './edge/listen.js';

@Module({
  providers: [
    AccessTokens,
    ApplicationCredentials,
    Authenticator,
    ClaimStore,
    Failures,
    Forwarder,
    Gate,
    Idempotency,
    Leases,
    PublicApi,
    RequestHandler,
    SigningKeys,
  ],
})
export class GatewayModule {
  static with(config: GatewayConfig): DynamicModule {
    return { module: GatewayModule, providers: [{ provide: GatewayConfig, useValue: config }] };
  }
}

/** The public surface. Its application has to be made on the adapter of `createGatewayEdge`. */
export const gatewayService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway',
  config: gatewayConfig,
  module: (config) => GatewayModule.with(config),
  entities: [],
  migrations: [Idempotency1763700000001],
  lifetimes: [{ table: 'idempotency_claims', column: 'day', keptMs: KEPT_MS, partitionDays: 1, fillfactor: 60 }],
};

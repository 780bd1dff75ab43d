import { type DynamicModule, Module } from '@nestjs/common';
import { RequestLog, type RequestLogOptions } from '@halyard/observability';
import type { StatelessDefinition } from '@halyard/service';
import { gatewayConfig, GatewayConfig } from './config.js';
import { KnownSteps } from './forwarding/known-steps.js';
import { Stamps } from './forwarding/stamps.js';
import { StepFollower } from './forwarding/step-follower.js';
import { ApiDescriptions } from './api-descriptions/api-descriptions.js';
import { ConsoleRequests } from './console/console-requests.js';
import { DocumentationSite } from './documentation/documentation-site.js';
import { InstallationHealth } from './health/installation-health.js';
import { KeyUseFinder } from './idempotency-keys/key-uses.js';
import { OwnRoutes } from './own-routes.js';
import { Search } from './search/search.js';
import { Forwarder } from './forwarding/forwarder.js';
import { Budgets } from './limits/budgets.js';
import { RequestLimits } from './limits/request-limits.js';
import { SecretGuesses } from './limits/secret-guesses.js';
import { Failures } from './rendering/failures.js';
import { Gate } from './public-api/gate.js';
import { AnswerMetrics } from './public-api/answer-metrics.js';
import { PublicApi } from './public-api/public-api.js';
import { RequestOpening } from './public-api/request-opening.js';
import { RouteMounts } from './public-api/route-mounts.js';
import { ExchangeHandler } from './public-api/exchange-handler.js';
import { RequestHandler } from './public-api/request-handler.js';
import { RequestLines } from './public-api/request-lines.js';
import { RequestBatches } from './request-log/request-batches.js';
import { RequestRecorder } from './request-log/request-recorder.js';
import { ServedRoutes } from './served-routes.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { ApplicationCredentials } from './tokens/application-credentials.js';
import { Authenticator } from './tokens/authenticator.js';
import { RevocationFollower } from './tokens/revocation/revocation-follower.js';
import { Revocations } from './tokens/revocation/revocations.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { Welcome } from './welcome/welcome.js';

export { GatewayConfig } from './config.js';
export { ownQueries } from './own-routes.js';
export type { GatewayAddresses, GatewayEdge } from './edge/gateway-edge.js';
export { createGatewayEdge } from './edge/gateway-edge.js';

/** About 20 MB. */
const ACCOUNTS_KNOWN_MAX = 50_000;

@Module({
  providers: [
    { provide: KnownSteps, useFactory: () => new KnownSteps(ACCOUNTS_KNOWN_MAX) },
    AccessTokens,
    ApiDescriptions,
    AnswerMetrics,
    ApplicationCredentials,
    Authenticator,
    Budgets,
    ConsoleRequests,
    DocumentationSite,
    ExchangeHandler,
    Failures,
    Forwarder,
    Gate,
    InstallationHealth,
    KeyUseFinder,
    OwnRoutes,
    Search,
    PublicApi,
    RequestBatches,
    RequestHandler,
    RequestLimits,
    RequestLines,
    RequestOpening,
    RequestRecorder,
    RevocationFollower,
    Revocations,
    RouteMounts,
    SecretGuesses,
    SigningKeys,
    Stamps,
    StepFollower,
    Welcome,
  ],
})
export class GatewayModule {
  static with(
    config: GatewayConfig,
    routes = ServedRoutes.of(config),
    destination?: RequestLogOptions['destination'],
  ): DynamicModule {
    const requestLog = new RequestLog({ form: config.requestLines, service: 'gateway', destination });
    return {
      module: GatewayModule,
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: ServedRoutes, useValue: routes },
        { provide: RequestLog, useValue: requestLog },
      ],
    };
  }
}

/** The public surface, without state. Make its application on the adapter of `createGatewayEdge`. */
export const gatewayService: StatelessDefinition<GatewayConfig> = {
  name: 'gateway',
  config: gatewayConfig,
  module: (config) => GatewayModule.with(config),
};

import { Injectable } from '@nestjs/common';
import { publicRoutes, scopes } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import inject from 'light-my-request';
import type { Configuration, errors as Errors, Provider, TokenEndpointGrantContext } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { AuthConfig } from '../config.js';
import { SIGNING_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';
import { ApplicationTokens, grantedScope } from './application-tokens.js';
import { PostgresOidcAdapter } from './oidc-adapter.js';
import { ApplicationClients } from './oidc-clients.js';
import type { TokenRequest } from './token-request.js';

/** oidc-provider, configured for this service: every choice that OAuth 2 leaves open is made here. */
@Injectable()
export class TokenProvider {
  private making?: Promise<Provider>;
  /** The error behind an answer of status 500, by request. */
  private readonly failures = new WeakMap<object, Error>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly credentials: ApplicationCredentials,
    private readonly signingKeys: SigningKeys,
    private readonly tokens: ApplicationTokens,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Runs a request through the token endpoint. Refusals are answers.
   *
   * @throws any failure that kept the endpoint from answering, such as a lost database connection
   */
  async exchange({ form, authorization }: TokenRequest): Promise<{ status: number; body: string }> {
    const respond = (await this.provider()).callback();
    const { raw, statusCode, payload } = await inject((request, response) => void respond(request, response), {
      method: 'POST',
      url: publicRoutes.createToken.path,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization !== undefined && { authorization }),
      },
      payload: new URLSearchParams(form).toString(),
    });
    const failure = this.failures.get(raw.req);
    if (failure) throw failure;
    return { status: statusCode, body: payload };
  }

  /** Created when first needed: its signing keys come from the database, and few requests ever reach it. */
  private provider(): Promise<Provider> {
    this.making ??= this.make().catch((error: unknown) => {
      this.making = undefined;
      throw error;
    });
    return this.making;
  }

  private async make(): Promise<Provider> {
    const { errors, Provider } = await import('oidc-provider');
    const provider = new Provider(this.config.addresses.issuer, {
      ...fixedConfiguration,
      jwks: { keys: [...(await this.signingKeys.privateKeys())] },
      adapter: (model) =>
        model === 'Client'
          ? new ApplicationClients(this.credentials)
          : new PostgresOidcAdapter(model, this.dataSource, this.sealer, this.clock),
    });

    const { credentials } = this;
    provider.Client.prototype.compareClientSecret = async function (actual) {
      return (await credentials.authenticate(this.clientId, actual)) !== undefined;
    };
    // Replaces oidc-provider's own grant: ours defaults to all scopes, and never answers `scope`. Fully valid requests
    // were answered before; only those that are written in an unusual way succeed here.
    provider.registerGrantType<{ scope?: string }>(
      'client_credentials',
      (context) => this.grantClientCredentials(context, errors),
      ['scope'],
    );
    provider.on('server_error', ({ req }, error) => this.failures.set(req, error));
    return provider;
  }

  private async grantClientCredentials(
    context: TokenEndpointGrantContext<{ scope?: string }>,
    { InvalidClient, InvalidScope }: Pick<typeof Errors, 'InvalidClient' | 'InvalidScope'>,
  ): Promise<void> {
    const { client, params } = context.oidc;
    const application = await this.credentials.find(client.clientId);
    if (!application) throw new InvalidClient('the application may not act any more');
    const scope = grantedScope(application, params.scope);
    if (scope === undefined) throw new InvalidScope('requested scope is not allowed', params.scope ?? '');
    context.body = { ...(await this.tokens.make(application, scope)) };
  }
}

const fixedConfiguration: Configuration = {
  clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
  clientDefaults: {
    grant_types: ['client_credentials'],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: SIGNING_ALGORITHM,
  },
  enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  responseTypes: [],
  routes: { token: publicRoutes.createToken.path },
  scopes: [...scopes],
};

import { Injectable } from '@nestjs/common';
import { AuthConfig } from '../config.js';
import type { JWK } from 'jose';
import inject from 'light-my-request';
import type { InjectOptions } from 'light-my-request';
import type { ErrorOut, Interaction, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { AuthorizationPolicy, BEGAN_IN, BROWSER } from '../consent/authorization-policy.js';
import { isRedirectUrlOf } from '../application/redirect-urls.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { SigningKeys } from '../signing-key/signing-keys.js';
import { GrantHandlers } from './grant-handlers.js';
import { OidcStorage } from '../openid/oidc-storage.js';
import { fixedConfiguration } from './openid-configuration.js';
import { RequestNotes, type By } from './request-notes.js';
import { formActionOf, interactionOf, interactionPath } from './form-action.js';

export interface ProviderAnswer {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

/** Messages for people about applications that ask for access in a wrong way, without a full stop. */
const inWords: Readonly<Record<string, string | undefined>> = {
  invalid_client: 'No application with this client_id may ask for access',
  invalid_redirect_uri: 'The application may not send people back to this redirect_uri',
};

/** oidc-provider, configured for this service. Every choice that OAuth 2 leaves open is made here. */
@Injectable()
export class OpenIdProvider {
  private made: { readonly kids: string; readonly making: Promise<Provider> } | undefined;
  private readonly asked = new RequestNotes();

  constructor(
    private readonly storage: OidcStorage,
    private readonly credentials: ApplicationCredentials,
    private readonly signingKeys: SigningKeys,
    private readonly grants: GrantHandlers,
    private readonly policy: AuthorizationPolicy,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Runs a request through the provider. Refusals are answers.
   *
   * @throws DomainError BadRequest for the person, if the application can't be told what is wrong; any failure that
   * kept the provider from answering, such as a lost database connection
   */
  async run(request: InjectOptions, by: By = {}): Promise<ProviderAnswer> {
    const respond = (await this.provider()).callback();
    const { host } = new URL(this.config.addresses.url);
    const { raw, statusCode, payload, headers } = await inject(
      (incoming, response) => {
        this.asked.begin(incoming, by);
        void respond(incoming, response);
      },
      { ...request, headers: { host, 'x-forwarded-proto': 'https', ...request.headers } },
    );
    this.asked.requireAnswered(raw.req);
    return { status: statusCode, body: payload, location: headers.location };
  }

  async findInteraction(uid: string): Promise<Interaction | undefined> {
    return (await this.provider()).Interaction.find(uid);
  }

  /** Finds the authorization that a path continues. */
  async interactionAt(path: string): Promise<Interaction | undefined> {
    const uid = interactionOf(path);
    return uid === undefined ? undefined : this.findInteraction(uid);
  }

  async formActionOf(path: string): Promise<readonly string[]> {
    const interaction = await this.interactionAt(path);
    return interaction ? formActionOf(interaction) : [];
  }

  /**
   * The provider is made when it is first needed, since few requests reach it, and made again when signing keys change.
   */
  private async provider(): Promise<Provider> {
    const keys = await this.signingKeys.privateKeys();
    const kids = keys.map(({ kid }) => kid).join(' ');
    if (this.made?.kids !== kids) this.made = { kids, making: this.make(keys) };
    const { made } = this;
    try {
      return await made.making;
    } catch (error) {
      if (this.made === made) this.made = undefined;
      throw error;
    }
  }

  private async make(keys: readonly JWK[]): Promise<Provider> {
    const { errors, interactionPolicy, Provider } = await import('oidc-provider');
    const { asked, credentials, policy, storage, config } = this;
    const isSandbox = config.environment === 'sandbox';
    const provider: Provider = new Provider(config.addresses.issuer, {
      ...fixedConfiguration,
      jwks: { keys: [...keys] },
      adapter: (model) => storage.of(model),
      extraParams: { [BROWSER]: (context) => policy.requireScopes(context, errors), [BEGAN_IN]: null },
      features: {
        ...fixedConfiguration.features,
        deviceFlow: {
          ...fixedConfiguration.features?.deviceFlow,
          deviceInfo: ({ req }) => ({ network: asked.networkOf(req) }),
        },
        // The API's own address was removed before (withoutOwnResource).
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => {
            throw new errors.InvalidTarget();
          },
        },
      },
      findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
      interactions: {
        policy: policy.prompts(interactionPolicy),
        url: (_, { uid }) => interactionPath(uid),
      },
      loadExistingGrant: (context) => policy.grantOf(context, asked.visitOf(context.req)),
      renderError: (context, { error, error_description: description }) => {
        asked.refuse(context.req, inWords[error] ?? description);
        context.body = '';
      },
    });
    provider.proxy = true;
    provider.Client.prototype.compareClientSecret = async function (actual) {
      return (await credentials.authenticate(this.clientId, actual)) !== undefined;
    };
    provider.Client.prototype.redirectUriAllowed = function (url) {
      const { redirectUris: redirectUrls = [], strict_redirects: isStrict, clientAuthMethod } = this;
      const registered = { redirectUrls: [...redirectUrls], strictRedirects: isStrict === true };
      return isRedirectUrlOf({ ...registered, isPublic: clientAuthMethod === 'none' }, url, isSandbox);
    };
    // The provider gets the session of the visit, and stores none: the class Sessions does that.
    provider.Session.get = (context) => Promise.resolve(policy.sessionOf(provider, asked.visitOf(context.req)));
    this.grants.register(provider, errors, asked);
    provider.use(nameUnauthorizedClients);
    provider.on('server_error', ({ req }, error) => asked.fail(req, error));
    return provider;
  }
}

/**
 * Answers `unauthorized_client` for a grant type that the application may not use (RFC 6749, 5.2). The library would
 * answer `invalid_request`.
 */
async function nameUnauthorizedClients(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { route, client, params } = context.oidc;
  const grantType = params?.['grant_type'];
  if (route !== 'token' || client === undefined || typeof grantType !== 'string') return;
  const answer = context.body as Partial<ErrorOut>;
  if (answer.error !== 'invalid_request' || client.grantTypeAllowed(grantType)) return;
  context.body = { ...answer, error: 'unauthorized_client' };
}

import { Injectable } from '@nestjs/common';
import { authorizationRoutes } from '@halyard/contracts/authorization';
import { DomainError, isId } from '@halyard/core';
import type { Interaction, InteractionResults } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { Application, applicationIdOf } from '../application/application.entity.js';
import type { Redirect } from '../page/page-answer.js';
import type { Visit } from '../page/visit.js';
import { OpenIdProvider } from '../token/openid-provider.js';
import { withoutOwnResource } from '../token/resource.js';
import { normaliseScope, withoutOfflineAccess } from '../token/token-request.js';
import { AuthConfig } from '../config.js';
import { BEGAN_IN, BROWSER, browserIdOf } from '../consent/authorization-policy.js';

const RESUME_COOKIE = '_interaction_resume';

const PATH = authorizationRoutes.authorize.path;

/** Authorizations of people, from the application's request to the redirect that answers it. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly dataSource: DataSource,
    private readonly provider: OpenIdProvider,
    private readonly config: AuthConfig,
  ) {}

  /** @throws DomainError BadRequest, Forbidden if the application can't be told what is wrong */
  async begin(visit: Visit, parameters: URLSearchParams): Promise<Redirect> {
    await this.requireUsable(parameters.get('client_id') ?? '');
    const asked = readable(withoutOwnResource(parameters, this.config));
    asked.set(BROWSER, browserIdOf(visit));
    asked.set(BEGAN_IN, visit.session?.id ?? '');
    return this.run(visit, { method: 'GET', url: `${PATH}?${asked.toString()}` });
  }

  /** @throws DomainError NotFound if another browser began the authorization, or it is over */
  async find(visit: Visit, uid: string): Promise<Interaction> {
    const interaction = await this.provider.findInteraction(uid);
    if (interaction?.params[BROWSER] === browserIdOf(visit)) return interaction;
    throw new DomainError('NotFound', {
      message: 'This log-in has expired, or began in another browser. Go back to the application, and begin again.',
    });
  }

  async proceed(visit: Visit, interaction: Interaction, result: InteractionResults): Promise<Redirect> {
    const { uid, exp, lastSubmission } = interaction;
    interaction.result = { ...lastSubmission, ...result };
    await interaction.save(Math.max(1, exp - Math.floor(Date.now() / 1_000)));
    const resumed = { method: 'GET', url: `${PATH}/${uid}`, headers: { cookie: `${RESUME_COOKIE}=${uid}` } } as const;
    return { ...(await this.run(visit, resumed)), isDone: true };
  }

  private async run(visit: Visit, request: Parameters<OpenIdProvider['run']>[0]): Promise<Redirect> {
    const { location, status } = await this.provider.run(request, { visit });
    if (location === undefined) throw new Error(`an authorization was answered ${status} without a location`);
    return { to: location };
  }

  /** @throws DomainError Forbidden */
  private async requireUsable(clientId: string): Promise<void> {
    const id = applicationIdOf(clientId);
    const application = isId(id) ? await this.dataSource.manager.findOneBy(Application, { id }) : null;
    if (!application || application.status === 'active') return;
    const message = `The application ${application.name} is not approved, or was suspended. Nobody can log in to it now.`;
    throw new DomainError('Forbidden', { message });
  }
}

/** Writes scopes as RFC 6749 does, and names the application by its id, whichever key the request has. */
function readable(parameters: URLSearchParams): URLSearchParams {
  const [scope, ...more] = parameters.getAll('scope');
  const [clientId, ...others] = parameters.getAll('client_id');
  const changed = new URLSearchParams(parameters);
  if (clientId !== undefined && others.length === 0) changed.set('client_id', applicationIdOf(clientId));
  if (scope !== undefined && more.length === 0) {
    changed.set('scope', withoutOfflineAccess(normaliseScope(scope).split(' ')).join(' '));
  }
  // Replaces an unsupported response type or mode by a name that the provider does not know. So the provider refuses
  // the request.
  for (const [name, supported] of [
    ['response_type', 'code'],
    ['response_mode', 'query'],
  ] as const) {
    if (parameters.getAll(name).some((value) => value !== supported && value !== '')) changed.set(name, 'unsupported');
  }
  return changed;
}

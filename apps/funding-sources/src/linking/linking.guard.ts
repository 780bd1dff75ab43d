import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { BrowserPrincipal, Operation } from '@halyard/contracts';
import type { ApplicationFact } from '@halyard/contracts/applications';
import { AccountClocks } from '@halyard/clocks';
import { DomainError } from '@halyard/core';
import { operationOf, type OperationCarrier } from '@halyard/http';
import { type Owner, SourceOwners, requireActive } from '../funding-source/party/source-owners.js';
import { Applications } from './applications.js';
import { type LinkingAction, type LinkingToken, LinkingTokens } from './linking-tokens.js';
import { isAmong } from './origins.js';
import { LinkingSessions } from './session/linking-sessions.js';

export interface LinkingCaller {
  readonly token: LinkingToken;
  readonly application: ApplicationFact;
  /** The customer whose bank is linked; in a provider's pages the account. */
  readonly owner: Owner;
  /** Runs as the application that the token was issued to. */
  readonly operation: Operation;
}

interface LinkingRequest extends OperationCarrier {
  linking?: LinkingCaller;
  inAccount?: Operation;
}

const ACTIONS = 'linking-actions';

/** Runs before the body is read (ADR 52). */
@Injectable()
class LinkingGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly applications: Applications,
    private readonly tokens: LinkingTokens,
    private readonly owners: SourceOwners,
    private readonly sessions: LinkingSessions,
    private readonly clock: AccountClocks,
  ) {}

  /**
   * @throws DomainError InvalidCredentials, InvalidAccessToken, ExpiredAccessToken, OriginNotAllowed, Forbidden for
   * another action, NotFound if the customer is gone, InvalidResourceState for a session of a customer that may have no
   * banks
   */
  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<LinkingRequest>();
    const given = operationOf(request);
    if (given.principal.kind !== 'browser') throw new DomainError('InvalidCredentials');
    const { application, token } = await this.open(given, given.principal);
    requireOrigin(application, given.principal.origin);
    if (this.clock.system() >= new Date(token.expires)) {
      throw new DomainError('ExpiredAccessToken', { message: 'The linking token has expired. Request a new one.' });
    }
    const actions = this.reflector.get<readonly LinkingAction[]>(ACTIONS, context.getHandler());
    if (!actions.includes(token.action)) {
      throw new DomainError('Forbidden', { message: 'The token is for another purpose.' });
    }
    const { applicationId, accountId } = token;
    const { at, ...step } = await this.clock.stampOf(accountId);
    const operation: Operation = {
      ...given,
      principal: { kind: 'application', applicationId, accountId, scopes: ['funding'], may: 'write' },
      at: at.toISOString(),
      ...step,
    };
    const owner = ownerOf(token);
    const party = await this.owners.require(operation, owner);
    if (isOfSession(token)) {
      requireActive(party);
      await this.sessions.requireOpen(token.id);
    }
    request.inAccount = operation;
    request.linking = { token, application, owner, operation };
    return true;
  }

  private async open(operation: Operation, { token: text }: BrowserPrincipal) {
    const named = this.tokens.applicationOf(text);
    const application = named && (await this.applications.find(named, operation));
    const token = application && (await this.tokens.open(text, application.applicationId));
    if (!token || !(await this.applications.mayActFor(token.accountId, operation))) {
      throw new DomainError('InvalidAccessToken');
    }
    return { application, token };
  }
}

const isOfSession = ({ action }: LinkingToken): boolean => action === 'session' || action === 'provider-session';

const ownerOf = ({ accountId, customerId }: LinkingToken): Owner =>
  customerId === undefined ? { kind: 'account', id: accountId } : { kind: 'customer', id: customerId };

/** A request without an origin does not come from a page of another site. @throws DomainError OriginNotAllowed */
export function requireOrigin({ origins }: ApplicationFact, origin: string | undefined): void {
  if (origin === undefined || isAmong(origins, origin)) return;
  throw new DomainError('OriginNotAllowed');
}

export const ForLinking = (...actions: LinkingAction[]): MethodDecorator =>
  applyDecorators(SetMetadata(ACTIONS, actions), UseGuards(LinkingGuard));

export const CurrentLinking = createParamDecorator((_: unknown, context: ExecutionContext): LinkingCaller => {
  const { linking } = context.switchToHttp().getRequest<LinkingRequest>();
  if (!linking) throw new DomainError('InvalidCredentials');
  return linking;
});

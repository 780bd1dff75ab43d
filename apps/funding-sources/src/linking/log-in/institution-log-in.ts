import { Injectable } from '@nestjs/common';
import type { ResourceAnswer } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import { BankOutages } from '../../bank-outage/bank-outages.js';
import {
  type CredentialField,
  type Institution,
  LinkingProvider,
  type LoggedIn,
  type LoginRefusal,
} from '../../linking-provider/linking-provider.js';
import type { LinkingCaller } from '../linking.guard.js';
import type { LoginDto } from '../session/linking-session.dto.js';
import { linkingSessionAnswer } from '../session/linking-session.answer.js';
import { type CurrentSession, LinkingSessions } from '../session/linking-sessions.js';
import type { Progress } from '../session/progress.js';

@Injectable()
export class InstitutionLogIn {
  constructor(
    private readonly sessions: LinkingSessions,
    private readonly provider: LinkingProvider,
    private readonly outages: BankOutages,
  ) {}

  /**
   * @throws DomainError ValidationError, InvalidResourceState, RateLimitReached, Conflict; the refusals of the
   * institution, of which UnavailableSite is also that of one that is down; ServiceUnavailable
   */
  async logIn(
    caller: LinkingCaller,
    { institution: id, answers }: LoginDto,
  ): Promise<ResourceAnswer<'linking-session'>> {
    const session = await this.underWay(caller);
    const institution = await this.provider.institution(id.toLowerCase());
    if (!institution) throw invalid('institution');
    requireEach(institution.fields, answers);
    return this.tryOn(caller, session, institution, () => this.provider.logIn(institution, answers));
  }

  /** @throws DomainError as `logIn` */
  async answer(caller: LinkingCaller, answers: readonly string[]): Promise<ResourceAnswer<'linking-session'>> {
    const session = await this.underWay(caller);
    const { progress } = session;
    if (progress.step !== 'questions') {
      throw new DomainError('InvalidResourceState', { message: 'The institution does not ask for a code.' });
    }
    requireEach(progress.fields, answers);
    const institution = await this.provider.institution(progress.institution.id);
    if (!institution) throw new DomainError('UnsupportedSite');
    return this.tryOn(caller, session, institution, () => this.provider.answer(progress.login, answers));
  }

  private async underWay(caller: LinkingCaller): Promise<CurrentSession> {
    const session = await this.sessions.current(caller);
    if (session.fundingSourceId === undefined) return session;
    throw new DomainError('InvalidResourceState', { message: 'The session has linked its bank already.' });
  }

  private async tryOn(
    caller: LinkingCaller,
    session: CurrentSession,
    { id, name, routingNumbers }: Institution,
    ask: () => Promise<LoggedIn | LoginRefusal>,
  ): Promise<ResourceAnswer<'linking-session'>> {
    // Asked before the attempt begins: it is not counted if the answer does not come.
    const down = await this.outages.find(caller.token.accountId, caller.operation);
    const isDown = routingNumbers.some((routingNumber) => down.has(routingNumber));
    await this.sessions.tryOn(session, async () => {
      const said: LoggedIn | LoginRefusal = isDown ? { refused: 'UnavailableSite' } : await ask();
      if ('refused' in said) throw new DomainError(said.refused);
      return progressAt({ id, name }, said);
    });
    return linkingSessionAnswer(await this.sessions.current(caller));
  }
}

const progressAt = (institution: Pick<Institution, 'id' | 'name'>, said: LoggedIn): Progress =>
  'accounts' in said
    ? { step: 'accounts', institution, accounts: said.accounts }
    : { step: 'questions', institution, ...said };

function requireEach(fields: readonly CredentialField[], answers: readonly string[]): void {
  if (fields.length !== answers.length) throw invalid('answers');
}

const invalid = (field: string): DomainError => validationError(usualFault('Invalid', `/${field}`));

import { Injectable } from '@nestjs/common';
import type { ResourceAnswer } from '@halyard/contracts';
import { Clock, deriveId } from '@halyard/core';
import { SandboxLinkingProvider } from '../../linking-provider/sandbox-linking-provider.js';
import type { LinkingCaller } from '../linking.guard.js';
import type { SelectionDto } from '../session/linking-session.dto.js';
import { linkingSessionAnswer } from '../session/linking-session.answer.js';
import { LinkingSessions } from '../session/linking-sessions.js';
import { chosenOf } from './chosen-account.js';

const LIFE_MS = 30 * 60_000;

/** Ends a provider's session with a public token for the chosen account, which the provider's client exchanges. */
@Injectable()
export class AccountChoice {
  constructor(
    private readonly sessions: LinkingSessions,
    private readonly provider: SandboxLinkingProvider,
    private readonly clock: Clock,
  ) {}

  /**
   * All public tokens of a session have the same link id, so that together they can link only one bank.
   *
   * @throws DomainError ValidationError, InvalidResourceState
   */
  async choose(caller: LinkingCaller, { account: id }: SelectionDto): Promise<ResourceAnswer<'linking-session'>> {
    const { token } = caller;
    const session = await this.sessions.current(caller);
    const { routingNumber, accountNumber, bankAccountType } = chosenOf(session, id);
    const linkId = deriveId(token.id, 'public-token');
    const account = { linkId, routingNumber, accountNumber, bankAccountType };
    const expires = new Date(this.clock.system().getTime() + LIFE_MS);
    const publicToken = await this.provider.issuePublic({ ...account, chosen: id }, token, expires);
    return linkingSessionAnswer(session, { publicToken, accountId: id });
  }
}

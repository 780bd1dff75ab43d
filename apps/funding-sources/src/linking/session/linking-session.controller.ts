import { Body, Controller } from '@nestjs/common';
import { Serves } from '@halyard/http';
import type { ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { Changes } from '@halyard/changes';
import { lockActive, SourceOwners } from '../../funding-source/party/source-owners.js';
import { CurrentLinking, ForLinking, type LinkingCaller, requireOrigin } from '../linking.guard.js';
import { LinkingTokens } from '../linking-tokens.js';
import { linkingSessionAnswer } from './linking-session.answer.js';
import { OpenSessionDto } from './linking-session.dto.js';
import { LinkingSessions } from './linking-sessions.js';

@Controller()
export class LinkingSessionController {
  constructor(
    private readonly sessions: LinkingSessions,
    private readonly tokens: LinkingTokens,
    private readonly owners: SourceOwners,
    private readonly changes: Changes,
  ) {}

  /** @throws DomainError OriginNotAllowed, InvalidAccessToken, InvalidResourceState, RateLimitReached */
  @Serves(linkingRoutes.openLinkingSession)
  @ForLinking('iav', 'provider')
  open(
    @CurrentLinking() { token, application, owner, operation }: LinkingCaller,
    @Body() { parentOrigin }: OpenSessionDto,
  ): Promise<ResourceAnswer<'linking-session'>> {
    requireOrigin(application, parentOrigin);
    return this.owners.decide(operation, owner, () =>
      this.changes.run(operation, async ({ tx }) => {
        await lockActive(tx, token.accountId, owner);
        const session = await this.sessions.open(tx, token.id, owner);
        const expires = session.row.expiresAt.toISOString();
        const action = token.action === 'provider' ? 'provider-session' : 'session';
        const sessionToken = await this.tokens.seal({ ...token, action, expires });
        return linkingSessionAnswer(session, { token: sessionToken });
      }),
    );
  }

  @Serves(linkingRoutes.getLinkingSession)
  @ForLinking('session', 'provider-session')
  async read(@CurrentLinking() caller: LinkingCaller): Promise<ResourceAnswer<'linking-session'>> {
    return linkingSessionAnswer(await this.sessions.current(caller));
  }
}

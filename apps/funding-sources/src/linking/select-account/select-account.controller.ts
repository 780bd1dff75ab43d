import { Body, Controller } from '@nestjs/common';
import { Serves } from '@halyard/http';
import type { ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';
import { SelectionDto } from '../session/linking-session.dto.js';
import { AccountChoice } from './account-choice.js';
import { AccountSelection } from './account-selection.js';

@Controller()
export class SelectAccountController {
  constructor(
    private readonly handler: AccountSelection,
    private readonly atProvider: AccountChoice,
  ) {}

  @Serves(linkingRoutes.selectLinkedAccount)
  @ForLinking('session', 'provider-session')
  select(
    @CurrentLinking() caller: LinkingCaller,
    @Body() body: SelectionDto,
  ): Promise<ResourceAnswer<'linking-session'>> {
    return caller.token.action === 'provider-session'
      ? this.atProvider.choose(caller, body)
      : this.handler.select(caller, body);
  }
}

import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { publicRoutes, type ResourceDocument } from '@halyard/contracts';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';
import { SelectionDto } from '../session/linking-session.dto.js';
import { ChooseAccountHandler } from './choose-account.handler.js';
import { SelectAccountHandler } from './select-account.handler.js';

@Controller()
export class SelectAccountController {
  constructor(
    private readonly handler: SelectAccountHandler,
    private readonly atProvider: ChooseAccountHandler,
  ) {}

  @Post(publicRoutes.selectLinkedAccount.path)
  @HttpCode(200)
  @ForLinking('session', 'provider-session')
  select(@CurrentLinking() caller: LinkingCaller, @Body() body: SelectionDto): Promise<ResourceDocument> {
    return caller.token.action === 'provider-session'
      ? this.atProvider.choose(caller, body)
      : this.handler.select(caller, body);
  }
}

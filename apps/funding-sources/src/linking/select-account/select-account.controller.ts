import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { publicRoutes, type ResourceDocument } from '@halyard/contracts';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';
import { SelectionDto } from '../session/linking-session.dto.js';
import { SelectAccountHandler } from './select-account.handler.js';

@Controller()
export class SelectAccountController {
  constructor(private readonly handler: SelectAccountHandler) {}

  @Post(publicRoutes.selectLinkedAccount.path)
  @HttpCode(200)
  @ForLinking('session')
  select(@CurrentLinking() caller: LinkingCaller, @Body() body: SelectionDto): Promise<ResourceDocument> {
    return this.handler.select(caller, body);
  }
}

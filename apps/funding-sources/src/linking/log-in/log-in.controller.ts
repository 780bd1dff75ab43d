import { Body, Controller } from '@nestjs/common';
import { Serves } from '@halyard/http';
import type { ResourceAnswer } from '@halyard/contracts';
import { linkingRoutes } from '@halyard/contracts/linking';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';
import { AnswersDto, LoginDto } from '../session/linking-session.dto.js';
import { InstitutionLogIn } from './institution-log-in.js';

@Controller()
export class LogInController {
  constructor(private readonly handler: InstitutionLogIn) {}

  @Serves(linkingRoutes.logInToInstitution)
  @ForLinking('session', 'provider-session')
  logIn(@CurrentLinking() caller: LinkingCaller, @Body() body: LoginDto): Promise<ResourceAnswer<'linking-session'>> {
    return this.handler.logIn(caller, body);
  }

  @Serves(linkingRoutes.answerInstitution)
  @ForLinking('session', 'provider-session')
  answer(
    @CurrentLinking() caller: LinkingCaller,
    @Body() { answers }: AnswersDto,
  ): Promise<ResourceAnswer<'linking-session'>> {
    return this.handler.answer(caller, answers);
  }
}

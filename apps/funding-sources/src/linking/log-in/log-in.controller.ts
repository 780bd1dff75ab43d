import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { publicRoutes, type ResourceDocument } from '@halyard/contracts';
import { CurrentLinking, ForLinking, type LinkingCaller } from '../linking.guard.js';
import { AnswersDto, LoginDto } from '../session/linking-session.dto.js';
import { LogInHandler } from './log-in.handler.js';

@Controller()
export class LogInController {
  constructor(private readonly handler: LogInHandler) {}

  @Post(publicRoutes.logInToInstitution.path)
  @HttpCode(200)
  @ForLinking('session', 'provider-session')
  logIn(@CurrentLinking() caller: LinkingCaller, @Body() body: LoginDto): Promise<ResourceDocument> {
    return this.handler.logIn(caller, body);
  }

  @Post(publicRoutes.answerInstitution.path)
  @HttpCode(200)
  @ForLinking('session', 'provider-session')
  answer(@CurrentLinking() caller: LinkingCaller, @Body() { answers }: AnswersDto): Promise<ResourceDocument> {
    return this.handler.answer(caller, answers);
  }
}

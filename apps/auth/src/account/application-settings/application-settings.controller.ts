import { Body, Controller } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { accountRoutes } from '@halyard/contracts/accounts';
import { CurrentOperation, Serves } from '@halyard/http';
import { ApplicationSettings } from './application-settings.js';
import { ChangeApplicationSettingsDto } from './change-application-settings.dto.js';

@Controller()
export class ApplicationSettingsController {
  constructor(private readonly settings: ApplicationSettings) {}

  @Serves(accountRoutes.getApplicationSettings)
  read(@CurrentOperation() operation: Operation): Promise<ResourceAnswer<'application-settings'>> {
    return this.settings.read(operation);
  }

  @Serves(accountRoutes.changeApplicationSettings)
  change(
    @CurrentOperation() operation: Operation,
    @Body() { origins }: ChangeApplicationSettingsDto,
  ): Promise<ResourceAnswer<'application-settings'>> {
    return this.settings.change(operation, origins);
  }
}

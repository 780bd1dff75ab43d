import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { type Operation, publicRoutes, type ResourceDocument } from '@halyard/contracts';
import { CurrentOperation } from '@halyard/http';
import { ApplicationSettings } from './application-settings.js';
import { ChangeApplicationSettingsDto } from './change-application-settings.dto.js';

/** Settings of the calling application. */
@Controller()
export class ApplicationSettingsController {
  constructor(private readonly settings: ApplicationSettings) {}

  @Get(publicRoutes.getApplicationSettings.path)
  read(@CurrentOperation() operation: Operation): Promise<ResourceDocument> {
    return this.settings.read(operation);
  }

  @Post(publicRoutes.changeApplicationSettings.path)
  @HttpCode(200)
  change(
    @CurrentOperation() operation: Operation,
    @Body() { origins }: ChangeApplicationSettingsDto,
  ): Promise<ResourceDocument> {
    return this.settings.change(operation, origins);
  }
}

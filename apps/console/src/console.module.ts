import { type DynamicModule, Module } from '@nestjs/common';
import { HealthChecksController } from '@halyard/operators';
import type { ServiceDefinition } from '@halyard/service';
import { AdmissionController } from './admission/admission.controller.js';
import { consoleConfig, ConsoleConfig } from './config.js';
import { AuthorizationServer } from './authorization/authorization-server.js';
import { LogInAttempt } from './session/log-in-attempt.entity.js';
import { LogInAttempts } from './login/log-in-attempts.js';
import { LogInController } from './login/log-in.controller.js';
import { LogIns } from './login/log-ins.js';
import { FormsController } from './form/forms.controller.js';
import { KeptForms } from './form/kept-forms.rows.js';
import { migrations } from './migrations/migrations.js';
import { Assets } from './page/assets.js';
import { PagesController } from './page/pages.controller.js';
import { SessionAccess } from './session/access.js';
import { KeptForm } from './session/kept-form.entity.js';
import { Session } from './session/session.entity.js';
import { SessionController } from './login/session.controller.js';
import { consoleRecovery } from './recovery/console-recovery.js';
import { Sessions } from './session/sessions.js';

@Module({
  controllers: [
    AdmissionController,
    FormsController,
    HealthChecksController,
    LogInController,
    PagesController,
    SessionController,
  ],
  providers: [Assets, AuthorizationServer, KeptForms, LogInAttempts, LogIns, SessionAccess, Sessions],
})
export class ConsoleModule {
  static with(config: ConsoleConfig): DynamicModule {
    return { module: ConsoleModule, providers: [{ provide: ConsoleConfig, useValue: config }] };
  }
}

export const consoleService: ServiceDefinition<ConsoleConfig> = {
  name: 'console',
  config: consoleConfig,
  module: (config) => ConsoleModule.with(config),
  entities: [KeptForm, LogInAttempt, Session],
  migrations,
  recovery: consoleRecovery,
  lifetimes: () => [
    { table: 'log_in_attempts', column: 'expires_at', keptMs: 0 },
    { table: 'sessions', column: 'expires_at', keptMs: 0 },
    { table: 'kept_forms', column: 'expires_at', keptMs: 0 },
  ],
};

import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { ServiceDefinition } from '@halyard/service';
import { AccountDetailsController } from './account/account-details/account-details.controller.js';
import { Account } from './account/account.entity.js';
import { AccountSettingsController } from './account/account-settings/account-settings.controller.js';
import { ChangeAccountSettingsHandler } from './account/account-settings/change-account-settings.handler.js';
import { OpenAccountController } from './account/open-account/open-account.controller.js';
import { OpenAccountHandler } from './account/open-account/open-account.handler.js';
import { ApplicationCredentials } from './application/application-credentials.js';
import { Application } from './application/application.entity.js';
import { ApplicationFactController } from './account/application-settings/application-fact.controller.js';
import { ApplicationSettings } from './account/application-settings/application-settings.js';
import { ApplicationSettingsController } from './account/application-settings/application-settings.controller.js';
import { AuthenticateApplicationController } from './application/authenticate-application/authenticate-application.controller.js';
import { authConfig, AuthConfig } from './config.js';
import { Accounts1763700000000 } from './migrations/accounts.migration.js';
import { People1764200000000 } from './migrations/people.migration.js';
import { Invitation } from './invitation/invitation.entity.js';
import { Mail } from './mail/mail.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { mailOf } from './mail/choose-mail.js';
import { Passwords } from './password/passwords.js';
import { Membership } from './person/membership.entity.js';
import { Memberships } from './person/memberships.js';
import { People } from './person/people.js';
import { Person } from './person/person.entity.js';
import { SigningKey } from './signing-key/signing-key.entity.js';
import { SigningKeys } from './signing-key/signing-keys.js';
import { SigningKeysController } from './signing-key/signing-keys.controller.js';
import { ApplicationTokens } from './token/application-tokens.js';
import { TokenProvider } from './token/token-provider.js';
import { OidcPayload } from './token/oidc-payload.entity.js';
import { TokenController } from './token/token.controller.js';

@Module({
  controllers: [
    AccountDetailsController,
    AccountSettingsController,
    ApplicationFactController,
    ApplicationSettingsController,
    AuthenticateApplicationController,
    OpenAccountController,
    SigningKeysController,
    TokenController,
  ],
  providers: [
    ApplicationCredentials,
    ApplicationSettings,
    ApplicationTokens,
    ChangeAccountSettingsHandler,
    MailOutbox,
    Memberships,
    OpenAccountHandler,
    Passwords,
    People,
    SigningKeys,
    TokenProvider,
  ],
})
export class AuthModule {
  static with(config: AuthConfig): DynamicModule {
    return {
      module: AuthModule,
      providers: [
        { provide: AuthConfig, useValue: config },
        { provide: Mail, useValue: mailOf(config) },
      ],
    };
  }
}

/** Accounts, applications, tokens and the keys that sign them. */
export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: (config) => AuthModule.with(config),
  entities: [Account, Application, Invitation, Membership, OidcPayload, Person, SigningKey],
  migrations: [Accounts1763700000000, People1764200000000],
  lifetimes: [
    { table: 'invitations', column: 'expires_at', keptMs: 0 },
    { table: 'oidc_payloads', column: 'expires_at', keptMs: 0 },
  ],
};

import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { KeyLookupController } from '@halyard/changes';
import { AccountClocksController } from '@halyard/clocks';
import { QuietQuestionsController } from '@halyard/messaging';
import { HealthChecksController, OwnHealthLooks } from '@halyard/operators';
import { DAY_MS } from '@halyard/core';
import type { ServiceDefinition } from '@halyard/service';
import { AccountDetailsController } from './account/account-details/account-details.controller.js';
import { AccountNamesController } from './account/account-details/account-names.controller.js';
import { SearchController } from './search/search.controller.js';
import { Account } from './account/account.entity.js';
import { AccountSettingsController } from './account/account-settings/account-settings.controller.js';
import { AccountSettingsChange } from './account/account-settings/account-settings-change.js';
import { OpenAccountController } from './open-account/open-account.controller.js';
import { AccountOpening } from './open-account/account-opening.js';
import { ApplicationCredentials } from './application/application-credentials.js';
import { Application } from './application/application.entity.js';
import { ApplicationFactController } from './account/application-settings/application-fact.controller.js';
import { ApplicationSettings } from './account/application-settings/application-settings.js';
import { ApplicationSettingsController } from './account/application-settings/application-settings.controller.js';
import { ApplicationNamesController } from './application/application-names/application-names.controller.js';
import { AuthenticateApplicationController } from './application/authenticate-application/authenticate-application.controller.js';
import { authConfig, AuthConfig } from './config.js';
import { beginClock } from './account/begin-clock.rows.js';
import { migrations } from './migrations/migrations.js';
import { Invitation } from './invitation/invitation.entity.js';
import { InvitationLetter } from './invitation/invitation-letter.entity.js';
import { Mail } from './mail/mail.js';
import { MailHealth } from './mail/mail-health.js';
import { MailOutbox } from './mail/mail-outbox.js';
import { mailOf } from './mail/choose-mail.js';
import { Passwords } from './password/passwords.js';
import { Membership } from './person/membership.entity.js';
import { Memberships } from './person/memberships.js';
import { People } from './person/people.js';
import { Person } from './person/person.entity.js';
import { AcceptInvitationController } from './invitation/accept-invitation/accept-invitation.controller.js';
import { NewPeople } from './invitation/accept-invitation/new-people.js';
import { Invitations } from './invitation/invitations.js';
import { GuessLimits } from './guess/guess-limits.js';
import { Guesses } from './guess/guesses.entity.js';
import { authRecovery } from './recovery/auth-recovery.js';
import { TakenAwayRecords } from './taken-away/taken-away-records.js';
import { RevocationFeed } from './revocation/revocation-feed.js';
import { Revocations } from './revocation/revocations.js';
import { RevocationsController } from './revocation/revocations.controller.js';
import { FormTokens } from './page/form-tokens.js';
import { FormUse } from './page/form-use.entity.js';
import { FormUses } from './page/form-uses.js';
import { Pages } from './page/pages.js';
import { SecurityEvents } from './security-event/security-events.js';
import { SecurityEventsController } from './account-people/security-events.controller.js';
import { PasswordProof } from './login/password-proof.js';
import { ChangePasswordController } from './profile/change-password.controller.js';
import { ResetPasswordController } from './login/reset-password.controller.js';
import { ForgottenPasswordController } from './login/forgotten-password.controller.js';
import { PasswordChanges } from './password/password-changes.js';
import { PasswordReset } from './password/password-reset.entity.js';
import { PasswordResets } from './password/password-resets.js';
import { AuthenticatorController } from './profile/authenticator.controller.js';
import { FactorChanges } from './second-factor/factor-changes.js';
import { RecoveryCode } from './second-factor/recovery-code.entity.js';
import { Passkey } from './second-factor/passkey.entity.js';
import { Passkeys } from './second-factor/passkeys.js';
import { PasskeysController } from './profile/passkeys.controller.js';
import { SecondFactor } from './second-factor/second-factor.entity.js';
import { SecondFactorController } from './login/second-factor.controller.js';
import { SecondFactors } from './second-factor/second-factors.js';
import { LogInController } from './login/log-in.controller.js';
import { Logins } from './login/logins.js';
import { logOutControllers, logOutProviders } from './log-out/log-out.providers.js';
import { LoggedInPages } from './login/logged-in-pages.js';
import { LogInPages } from './login/log-in-pages.js';
import { ProfileController } from './profile/profile.controller.js';
import { Profiles } from './profile/profiles.js';
import { LogInCounts } from './session/log-in-counts.js';
import { Session } from './session/session.entity.js';
import { Sessions } from './session/sessions.js';
import { InvitationsController } from './account-people/invitations.controller.js';
import { ApplicationReviewsController } from './application-review/application-reviews.controller.js';
import { suspensionControllers, suspensionProviders } from './suspension/suspension.providers.js';
import { Applications } from './account-applications/applications.js';
import { ApplicationsController } from './account-applications/applications.controller.js';
import { ApplicationSecretsController } from './account-applications/rotate-secret/application-secrets.controller.js';
import { OwnerAccess } from './account-people/owner-access.js';
import { OperatedPeopleController } from './account-people/operated-people.controller.js';
import { PeopleChanges } from './account-people/people-changes.js';
import { PeopleController } from './account-people/people.controller.js';
import { SigningKey } from './signing-key/signing-key.entity.js';
import { OpenIdDiscoveryController } from './signing-key/open-id-discovery.controller.js';
import { SigningKeys } from './signing-key/signing-keys.js';
import { SigningKeysController } from './signing-key/signing-keys.controller.js';
import { SigningKeyRotation } from './signing-key/rotate-keys/signing-key-rotation.entity.js';
import { SigningKeyRotations } from './signing-key/rotate-keys/signing-key-rotations.js';
import { SigningKeyRotationsController } from './signing-key/rotate-keys/signing-key-rotations.controller.js';
import { ApplicationTokens } from './token/application-tokens.js';
import { OpenIdProvider } from './token/openid-provider.js';
import { GrantHandlers } from './token/grant-handlers.js';
import { OidcStorage } from './openid/oidc-storage.js';
import { AccessTokenSigner } from './signing-key/access-token-signer.js';
import { AuthorizationPolicy } from './consent/authorization-policy.js';
import { Authorizations } from './authorization/authorizations.js';
import { AuthorizeController } from './authorization/authorize.controller.js';
import { Consent } from './consent/consent.entity.js';
import { Consents } from './consent/consents.js';
import { InteractionController } from './authorization/interaction.controller.js';
import { Steps } from './authorization/steps.js';
import { CodeExchange } from './token-family/code-exchange.js';
import { PersonTokens } from './token-family/person-tokens.js';
import { RefreshExchange } from './token-family/refresh-exchange.js';
import { SessionEnds } from './token-family/session-ends.js';
import { TokenFamilies } from './token-family/token-families.js';
import { TokenFamily } from './token-family/token-family.entity.js';
import { DeviceGrant } from './device-grant/device-grant.entity.js';
import { DeviceGrants } from './device-grant/device-grants.js';
import { DeviceExchange } from './token-family/device-exchange.js';
import { DeviceAnswers } from './device-authorization/device-answers.js';
import { DeviceAuthorizationController } from './device-authorization/device-authorization.controller.js';
import { DeviceController } from './device-authorization/device.controller.js';
import { DeviceSteps } from './device-authorization/device-steps.js';
import { UserCodes } from './device-authorization/user-codes.js';
import { FirstTokens } from './token-family/first-tokens.js';
import { OidcPayload } from './openid/oidc-payload.entity.js';
import { IntrospectTokenController } from './issued-token/introspect-token.controller.js';
import { IssuedAccessTokens } from './issued-token/issued-access-tokens.js';
import { RevokeTokenController } from './issued-token/revoke-token.controller.js';
import { ClientAuthentication } from './token/client-authentication.js';
import { MembersController } from './userinfo/members.controller.js';
import { UserinfoController } from './userinfo/userinfo.controller.js';
import { TokenController } from './token/token.controller.js';

@Module({
  controllers: [
    AcceptInvitationController,
    InvitationsController,
    OperatedPeopleController,
    PeopleController,
    AccountDetailsController,
    AccountNamesController,
    AccountSettingsController,
    ApplicationFactController,
    ApplicationSettingsController,
    ApplicationReviewsController,
    ApplicationsController,
    ApplicationSecretsController,
    ApplicationNamesController,
    AuthenticateApplicationController,
    AuthenticatorController,
    AuthorizeController,
    InteractionController,
    DeviceAuthorizationController,
    DeviceController,
    ChangePasswordController,
    ForgottenPasswordController,
    LogInController,
    MembersController,
    OpenAccountController,
    OpenIdDiscoveryController,
    PasskeysController,
    ProfileController,
    ResetPasswordController,
    RevocationsController,
    SecondFactorController,
    SecurityEventsController,
    SigningKeysController,
    SigningKeyRotationsController,
    TokenController,
    RevokeTokenController,
    IntrospectTokenController,
    UserinfoController,
    AccountClocksController,
    QuietQuestionsController,
    HealthChecksController,
    KeyLookupController,
    SearchController,
    ...logOutControllers,
    ...suspensionControllers,
  ],
  providers: [
    ...logOutProviders,
    ...suspensionProviders,
    ApplicationCredentials,
    Applications,
    ApplicationSettings,
    ApplicationTokens,
    AccountSettingsChange,
    FactorChanges,
    FormTokens,
    FormUses,
    GuessLimits,
    Invitations,
    LoggedInPages,
    LogInCounts,
    LogInPages,
    Logins,
    { provide: OwnHealthLooks, useClass: MailHealth },
    MailOutbox,
    Memberships,
    OwnerAccess,
    PeopleChanges,
    NewPeople,
    AccountOpening,
    Pages,
    Passkeys,
    PasswordChanges,
    PasswordProof,
    PasswordResets,
    Passwords,
    People,
    Profiles,
    RevocationFeed,
    Revocations,
    SecondFactors,
    SecurityEvents,
    SessionEnds,
    Sessions,
    TakenAwayRecords,
    SigningKeys,
    SigningKeyRotations,
    AccessTokenSigner,
    AuthorizationPolicy,
    Authorizations,
    CodeExchange,
    Consents,
    DeviceAnswers,
    DeviceExchange,
    DeviceGrants,
    DeviceSteps,
    FirstTokens,
    GrantHandlers,
    OidcStorage,
    OpenIdProvider,
    IssuedAccessTokens,
    ClientAuthentication,
    PersonTokens,
    RefreshExchange,
    Steps,
    TokenFamilies,
    UserCodes,
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

export const authService: ServiceDefinition<AuthConfig> = {
  name: 'auth',
  config: authConfig,
  module: (config) => AuthModule.with(config),
  entities: [
    Account,
    Application,
    Consent,
    DeviceGrant,
    FormUse,
    Guesses,
    Invitation,
    InvitationLetter,
    Membership,
    OidcPayload,
    Passkey,
    PasswordReset,
    Person,
    RecoveryCode,
    SecondFactor,
    Session,
    SigningKey,
    SigningKeyRotation,
    TokenFamily,
  ],
  migrations,
  onClockBegin: beginClock,
  recovery: authRecovery,
  lifetimes: ({ securityEventsDays }) => [
    { table: 'guesses', column: 'last_at', keptMs: DAY_MS },
    { table: 'invitations', column: 'expires_at', keptMs: 0 },
    { table: 'invitation_letters', column: 'posted_at', keptMs: DAY_MS },
    { table: 'token_families', column: 'expires_at', keptMs: 0 },
    { table: 'device_grants', column: 'expires_at', keptMs: 0 },
    { table: 'form_uses', column: 'expires_at', keptMs: 0 },
    { table: 'oidc_payloads', column: 'expires_at', keptMs: 0 },
    { table: 'security_events', column: 'created_at', keptMs: securityEventsDays * DAY_MS, partitionDays: 30 },
    { table: 'signing_keys', column: 'verifies_until', keptMs: 0 },
    { table: 'signing_key_rotations', column: 'created_at', keptMs: securityEventsDays * DAY_MS },
    { table: 'unknown_names', column: 'created_at', keptMs: 30 * DAY_MS },
    { table: 'password_resets', column: 'expires_at', keptMs: 0 },
    { table: 'revocations', column: 'expires_at', keptMs: 0 },
    // An ended session still counts as one of the latest sign-ins, and auth recognizes the browser by it.
    { table: 'sessions', column: 'expires_at', keptMs: 90 * DAY_MS },
  ],
};

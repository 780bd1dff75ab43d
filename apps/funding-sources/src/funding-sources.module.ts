import { type DynamicModule, Module } from '@nestjs/common';
import { KnownParties } from '@halyard/facts';
import { ConsumersModule, QuietQuestionsController, WorkUnderWay } from '@halyard/messaging';
import {
  ForeignMessagesController,
  HealthChecksController,
  ParkedKeysController,
  ReadModelsController,
  RebuildMetrics,
  SkippedMessagesController,
} from '@halyard/operators';
import { Irregularities } from '@halyard/observability';
import { HistorySnapshots, KeyLookupController } from '@halyard/changes';
import { AccountClocksController } from '@halyard/clocks';
import { InquiriesUnderWay } from './balance-inquiry/inquiries-under-way.rows.js';
import { AccountUseController } from './funding-source/account-use/account-use.controller.js';
import { DueRunsController } from './balance-inquiry/due-runs.controller.js';
import type { ServiceDefinition } from '@halyard/service';
import { BalanceInquiryController } from './balance-inquiry/balance-inquiry.controller.js';
import { SearchController } from './search/search.controller.js';
import { BalanceInquiry } from './balance-inquiry/balance-inquiry.entity.js';
import { InquiryCompletion } from './balance-inquiry/inquiry-completion.js';
import { BalanceInquiries } from './balance-inquiry/balance-inquiries.js';
import { EraseCustomerController } from './erasure/erase-customer.controller.js';
import { BankOutages } from './bank-outage/bank-outages.js';
import { fundingSourcesConfig, FundingSourcesConfig } from './config.js';
import { AddBankController } from './funding-source/add-bank/add-bank.controller.js';
import { BankAddition } from './funding-source/add-bank/bank-addition.js';
import { NewBanks } from './funding-source/add-bank/new-banks.js';
import { UsedLink } from './funding-source/add-bank/used-link.entity.js';
import { OnDemandAuthorizationController } from './on-demand-authorization/on-demand-authorization.controller.js';
import { OnDemandAuthorization } from './on-demand-authorization/on-demand-authorization.entity.js';
import { CreatePartnerTokenController } from './partner-token/create-partner-token.controller.js';
import { AppliedCorrectionRow } from './funding-source/apply-corrections/applied-correction.entity.js';
import { AppliedCorrections } from './funding-source/apply-corrections/applied-corrections.js';
import { ApplyCorrectionsController } from './funding-source/apply-corrections/apply-corrections.controller.js';
import { AppliedReturnRow } from './funding-source/apply-returns/applied-return.entity.js';
import { ApplyReturnsController } from './funding-source/apply-returns/apply-returns.controller.js';
import { AppliedReturns } from './funding-source/apply-returns/applied-returns.js';
import { BlockedBank } from './funding-source/apply-returns/blocked-bank.entity.js';
import { FundingSource } from './funding-source/funding-source.entity.js';
import { FundingSourceFacts } from './funding-source/funding-source.facts.js';
import { FundingSourceTeller } from './funding-source/funding-source-teller.js';
import { FindBankNumbersController } from './funding-source/find-bank-numbers/find-bank-numbers.controller.js';
import { PastBankNumbers } from './funding-source/find-bank-numbers/past-bank-numbers.query.js';
import { GetFundingSourceController } from './funding-source/get-funding-source/get-funding-source.controller.js';
import { ListAllSourcesController } from './funding-source/list-funding-sources/list-all-sources.controller.js';
import { ListFundingSourcesController } from './funding-source/list-funding-sources/list-funding-sources.controller.js';
import { UpdateFundingSourceController } from './funding-source/update-funding-source/update-funding-source.controller.js';
import { FundingSourceUpdate } from './funding-source/update-funding-source/funding-source-update.js';
import { SourceLists } from './funding-source/source-lists.rows.js';
import { NewHolders } from './funding-source/party/new-holders.js';
import { SourceHistory } from './funding-source/source-history.js';
import { Applications } from './linking/applications.js';
import { CreateLinkingTokenController } from './linking/create-token/create-linking-token.controller.js';
import { CreateProviderTokenController } from './linking/create-token/create-provider-token.controller.js';
import { ListInstitutionsController } from './linking/list-institutions/list-institutions.controller.js';
import { LinkBankController } from './linking/link-bank/link-bank.controller.js';
import { fundingSourcesRecovery } from './recovery/funding-sources-recovery.js';
import { LinkingTokens } from './linking/linking-tokens.js';
import { LogInController } from './linking/log-in/log-in.controller.js';
import { InstitutionLogIn } from './linking/log-in/institution-log-in.js';
import { AccountChoice } from './linking/select-account/account-choice.js';
import { SelectAccountController } from './linking/select-account/select-account.controller.js';
import { AccountSelection } from './linking/select-account/account-selection.js';
import { LinkingSessionController } from './linking/session/linking-session.controller.js';
import { LinkingSession } from './linking/session/linking-session.entity.js';
import { LinkingSessions } from './linking/session/linking-sessions.js';
import { LinkingAssets } from './linking-pages/linking-assets.js';
import { LinkingAssetsController } from './linking-pages/linking-assets.controller.js';
import { LinkingPageController } from './linking-pages/linking-page.controller.js';
import { LinkingProvider } from './linking-provider/linking-provider.js';
import { SandboxLinkingProvider } from './linking-provider/sandbox-linking-provider.js';
import { BankDirectory } from './bank-directory/bank-directory.js';
import { MicroDepositsStart } from './micro-deposits/micro-deposits-start.js';
import { EndMicroDepositsController } from './micro-deposits/end-micro-deposits.controller.js';
import { MicroDepositsConclusion } from './micro-deposits/micro-deposits-conclusion.js';
import { MicroDepositsPayment } from './micro-deposits/micro-deposits-payment.js';
import { GetMicroDepositsController } from './micro-deposits/get-micro-deposits.controller.js';
import { MicroDepositsController } from './micro-deposits/micro-deposits.controller.js';
import { MicroDepositsVerification } from './micro-deposits/micro-deposits-verification.js';
import { beginClock } from './funding-source/account-use/begin-clock.rows.js';
import { migrations } from './migrations/migrations.js';
import { SourceOwners } from './funding-source/party/source-owners.js';
import { PartyConsumer } from './funding-source/party/party.consumer.js';
import { ToldPartyController } from './funding-source/party/told-party.controller.js';
import { TakeSnapshotsController } from './funding-source/take-snapshots/take-snapshots.controller.js';

@Module({
  imports: [ConsumersModule.register([PartyConsumer])],
  controllers: [
    AddBankController,
    GetFundingSourceController,
    ListFundingSourcesController,
    ListAllSourcesController,
    UpdateFundingSourceController,
    ApplyReturnsController,
    ApplyCorrectionsController,
    FindBankNumbersController,
    MicroDepositsController,
    GetMicroDepositsController,
    EndMicroDepositsController,
    BalanceInquiryController,
    CreatePartnerTokenController,
    OnDemandAuthorizationController,
    TakeSnapshotsController,
    CreateLinkingTokenController,
    CreateProviderTokenController,
    LinkingSessionController,
    ListInstitutionsController,
    LogInController,
    SelectAccountController,
    LinkBankController,
    LinkingPageController,
    LinkingAssetsController,
    EraseCustomerController,
    ToldPartyController,
    ForeignMessagesController,
    HealthChecksController,
    ParkedKeysController,
    ReadModelsController,
    SkippedMessagesController,
    AccountClocksController,
    QuietQuestionsController,
    AccountUseController,
    DueRunsController,
    KeyLookupController,
    SearchController,
  ],
  providers: [
    { provide: WorkUnderWay, useClass: InquiriesUnderWay },
    RebuildMetrics,
    Irregularities,
    HistorySnapshots,
    KnownParties,
    SourceOwners,
    FundingSourceFacts,
    FundingSourceTeller,
    SourceHistory,
    SourceLists,
    NewHolders,
    BankAddition,
    FundingSourceUpdate,
    AppliedReturns,
    AppliedCorrections,
    PastBankNumbers,
    MicroDepositsStart,
    MicroDepositsVerification,
    MicroDepositsConclusion,
    MicroDepositsPayment,
    BankOutages,
    BalanceInquiries,
    InquiryCompletion,
    NewBanks,
    {
      provide: BankDirectory,
      useFactory: (config: FundingSourcesConfig) => BankDirectory.read(config.bankDirectoryFile),
      inject: [FundingSourcesConfig],
    },
    Applications,
    LinkingTokens,
    LinkingSessions,
    InstitutionLogIn,
    AccountSelection,
    AccountChoice,
    LinkingAssets,
    SandboxLinkingProvider,
    { provide: LinkingProvider, useExisting: SandboxLinkingProvider },
  ],
})
export class FundingSourcesModule {
  static with(config: FundingSourcesConfig): DynamicModule {
    return { module: FundingSourcesModule, providers: [{ provide: FundingSourcesConfig, useValue: config }] };
  }
}

export const fundingSourcesService: ServiceDefinition<FundingSourcesConfig> = {
  name: 'funding-sources',
  config: fundingSourcesConfig,
  module: (config) => FundingSourcesModule.with(config),
  entities: [
    FundingSource,
    UsedLink,
    LinkingSession,
    OnDemandAuthorization,
    BalanceInquiry,
    AppliedReturnRow,
    AppliedCorrectionRow,
    BlockedBank,
  ],
  migrations,
  onClockBegin: beginClock,
  // A token lives for an hour. While its session is kept, the token counts as used, and opens no second session.
  recovery: fundingSourcesRecovery,
  lifetimes: () => [{ table: 'linking_sessions', column: 'expires_at', keptMs: 60 * 60_000 }],
};

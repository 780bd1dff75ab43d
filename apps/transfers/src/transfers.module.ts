import { Clock, TimerScheduler } from '@halyard/core';
import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { PostgresSnapshots, Snapshots } from '@halyard/event-store';
import { ClaimsAhead, claimsOnFacts, KnownFundingSources, KnownParties } from '@halyard/facts';
import { ConsumersModule, QuietQuestionsController } from '@halyard/messaging';
import { Lease, type Worker } from '@halyard/background';
import {
  ForeignMessagesController,
  HealthChecksController,
  OwnHealthLooks,
  ParkedKeysController,
  ReadModelsController,
  SkippedMessagesController,
} from '@halyard/operators';
import { claimForAppends, HistorySnapshots, KeyLookupController } from '@halyard/changes';
import { AccountClocksController } from '@halyard/clocks';
import { Irregularities } from '@halyard/observability';
import { type Logger, LOGGER } from '@halyard/observability';
import type { ServiceDefinition } from '@halyard/service';
import { DataSource } from 'typeorm';
import { QuietController } from './quiet/quiet.controller.js';
import { AdvanceWait } from './sandbox-clock/advance-clock/advance-wait.js';
import { AdvanceRunner } from './sandbox-clock/run-advances/advance-runner.js';
import { SearchController } from './search/search.controller.js';
import { BankEntries, DueBankEntries } from './cut-off/bank-entries.js';
import { OnTimeBankEntries } from './rail/on-time/on-time-entries.js';
import { simulatedBankLifetimes } from './rail/simulated-bank-partner.rows.js';
import { BalanceDetailsController } from './balance/balance-details/balance-details.controller.js';
import { StatementController } from './statement/statement.controller.js';
import { GetStatementHandler } from './statement/statement.query.js';
import { StatisticsController } from './statistics/statistics.controller.js';
import { GetStatisticsHandler } from './statistics/statistics.query.js';
import { GetBalanceHandler } from './balance/balance-details/balance-details.query.js';
import { Balances } from './balance/balances.js';
import { Commands } from './commands.js';
import { TransfersConfig, transfersConfig } from './config.js';
import { Facts } from './facts/facts.js';
import { HolderNames } from './facts/holder-names.js';
import { PartySearch } from './facts/party-search.js';
import { FundingSourceFactsConsumer, PartyFactsConsumer } from './facts/hear-facts/facts.consumer.js';
import { ToldFactsController } from './facts/hear-facts/told-facts.controller.js';
import { Conservation } from './ledger/conservation/conservation.js';
import { ConservationController } from './ledger/conservation/conservation.controller.js';
import { GetAccountConservationHandler, GetConservationHandler } from './ledger/conservation/conservation.query.js';
import { KnownPayments } from './ledger/known-payments.js';
import { StoredPayments } from './ledger/known-payments.rows.js';
import { LedgerMetrics } from './ledger/ledger.metrics.js';
import { TrialBalanceController } from './ledger/trial-balance/trial-balance.controller.js';
import { GetTrialBalanceHandler } from './ledger/trial-balance/trial-balance.query.js';
import { LimitDetailsController } from './limit/limit-details/limit-details.controller.js';
import { GetCustomerLimitsHandler } from './limit/limit-details/limit-details.query.js';
import { Limits } from './limit/limits.js';
import { onTimeProviders } from './rail/on-time/on-time.providers.js';
import { quietProviders } from './quiet/quiet.providers.js';
import { railProviders } from './rail/rail.providers.js';
import { readModelProviders } from './read-models/read-models.providers.js';
import { bankBehaviorControllers, bankBehaviorProviders } from './bank-behavior/bank-behavior.providers.js';
import { bankFileControllers, bankFileProviders } from './bank-file/bank-file.providers.js';
import { bankFileUploadControllers, bankFileUploadProviders } from './bank-file-upload/bank-file-upload.providers.js';
import { correctionControllers } from './correction/correction.providers.js';
import { sandboxClockControllers, sandboxClockProviders } from './sandbox-clock/sandbox-clock.providers.js';
import { beginClock } from './facts/begin-clock.rows.js';
import { furthestOf } from './recovery/furthest.rows.js';
import { transfersRecovery } from './recovery/transfers-recovery.js';
import { migrations } from './migrations/migrations.js';
import { CancelTransferController } from './transfer/cancel-transfer/cancel-transfer.controller.js';
import { CancelTransferHandler } from './transfer/cancel-transfer/cancel-transfer.handler.js';
import { BeginMicroDepositsController } from './payment/begin-micro-deposits/begin-micro-deposits.controller.js';
import { BeginMicroDepositsHandler } from './payment/begin-micro-deposits/begin-micro-deposits.handler.js';
import { CreateTransferController } from './payment/create-transfer/create-transfer.controller.js';
import { CreateTransferHandler } from './payment/create-transfer/create-transfer.handler.js';
import { PaymentDetailsController } from './transfer/payment-details/payment-details.controller.js';
import { GetPaymentHandler } from './transfer/payment-details/payment-details.query.js';
import { PaymentHistories } from './transfer/payment-details/payment-histories.js';
import { PaymentProcess } from './payment/payment.process.js';
import { PaymentEffects } from './payment/payment-effects.js';
import { Payments } from './payment/payments.js';
import { PaymentRecovery } from './payment/recover-payments/payment-recovery.js';
import { StoredUnfinishedPayments } from './payment/recover-payments/stored-unfinished-payments.rows.js';
import { UnfinishedPayments } from './payment/recover-payments/unfinished-payments.js';
import { Leadership } from './projection/leadership.js';
import { FOLLOWER } from './projection/projection.js';
import { ReadModels } from './projection/read-models.js';
import { simulationsLifetime } from './sandbox/frozen-steps.rows.js';
import { simulationControllers, simulationProviders } from './sandbox/simulation.providers.js';
import { ListTransfersController } from './transfer/list-transfers/list-transfers.controller.js';
import { AllTransfersController } from './transfer/all-transfers/all-transfers.controller.js';
import { ExportTransfersHandler } from './transfer/all-transfers/export-transfers.query.js';
import { ListAllTransfersHandler } from './transfer/all-transfers/list-all-transfers.query.js';
import { ListPaymentsController } from './transfer/list-payments/list-payments.controller.js';
import { paymentListProviders } from './transfer/list-payments/payment-list.providers.js';
import { SelectedTransfers } from './transfer/all-transfers/selected-transfers.js';
import { ListTransfersHandler } from './transfer/list-transfers/list-transfers.query.js';
import { EraseCustomerController } from './erasure/erase-customer.controller.js';
import { EraseCustomerHandler } from './erasure/erase-customer.handler.js';
import { GetCustomerMoneyHandler } from './erasure/customer-money.query.js';
import { SealedMetadata } from './payment/sealed-metadata.js';
import { TakeSnapshotsController } from './transfer/take-snapshots/take-snapshots.controller.js';
import { TakeTransferSnapshotsHandler } from './transfer/take-snapshots/take-snapshots.query.js';
import { timelineControllers, timelineProviders } from './timeline/timeline.providers.js';
import { TransferDetailsController } from './transfer/transfer-details/transfer-details.controller.js';
import { KnownTransfers } from './transfer/known-transfers.js';
import { StoredTransfers } from './transfer/known-transfers.rows.js';
import { TransfersHealth } from './transfers-health.js';
import { Transfer } from './transfer/transfer.entity.js';
import { Transfers } from './transfer/transfers.js';

const handlers = [
  BeginMicroDepositsHandler,
  CancelTransferHandler,
  CreateTransferHandler,
  EraseCustomerHandler,
  GetAccountConservationHandler,
  GetBalanceHandler,
  GetConservationHandler,
  GetCustomerLimitsHandler,
  GetCustomerMoneyHandler,
  GetPaymentHandler,
  GetStatementHandler,
  GetStatisticsHandler,
  GetTrialBalanceHandler,
  ListAllTransfersHandler,
  ExportTransfersHandler,
  ListTransfersHandler,
  TakeTransferSnapshotsHandler,
];

@Module({
  imports: [CqrsModule.forRoot(), ConsumersModule.register([PartyFactsConsumer, FundingSourceFactsConsumer])],
  controllers: [
    EraseCustomerController,
    BalanceDetailsController,
    BeginMicroDepositsController,
    CancelTransferController,
    CreateTransferController,
    LimitDetailsController,
    ListTransfersController,
    AllTransfersController,
    ListPaymentsController,
    ForeignMessagesController,
    HealthChecksController,
    ParkedKeysController,
    PaymentDetailsController,
    ReadModelsController,
    SkippedMessagesController,
    StatementController,
    StatisticsController,
    TakeSnapshotsController,
    ToldFactsController,
    TransferDetailsController,
    ConservationController,
    TrialBalanceController,
    AccountClocksController,
    QuietQuestionsController,
    KeyLookupController,
    SearchController,
    QuietController,
    ...sandboxClockControllers,
    ...bankBehaviorControllers,
    ...bankFileControllers,
    ...bankFileUploadControllers,
    ...correctionControllers,
    ...simulationControllers,
    ...timelineControllers,
  ],
  providers: [
    Commands,
    ...handlers,
    ...onTimeProviders,
    ...paymentListProviders,
    ...quietProviders,
    ...railProviders,
    ...readModelProviders,
    ...sandboxClockProviders,
    ...bankBehaviorProviders,
    ...bankFileProviders,
    ...bankFileUploadProviders,
    ...simulationProviders,
    ...timelineProviders,
    Conservation,
    HistorySnapshots,
    Irregularities,
    Balances,
    Facts,
    {
      provide: ClaimsAhead,
      useFactory: (dataSource: DataSource, clock: Clock) =>
        new ClaimsAhead(dataSource, claimsOnFacts(claimForAppends(clock))),
      inject: [DataSource, Clock],
    },
    KnownFundingSources,
    KnownParties,
    LedgerMetrics,
    Limits,
    PartySearch,
    HolderNames,
    PaymentHistories,
    SelectedTransfers,
    PaymentEffects,
    PaymentProcess,
    Payments,
    SealedMetadata,
    { provide: KnownPayments, useClass: StoredPayments },
    { provide: KnownTransfers, useClass: StoredTransfers },
    Transfers,
    { provide: UnfinishedPayments, useClass: StoredUnfinishedPayments },
    { provide: OwnHealthLooks, useClass: TransfersHealth },
    {
      provide: Snapshots,
      useFactory: (dataSource: DataSource) => new PostgresSnapshots(dataSource),
      inject: [DataSource],
    },
    {
      provide: PaymentRecovery,
      useFactory: (
        process: PaymentProcess,
        unfinished: UnfinishedPayments,
        { recoverySweepMs }: TransfersConfig,
        log: Logger,
      ) => new PaymentRecovery(process, unfinished, recoverySweepMs, log),
      inject: [PaymentProcess, UnfinishedPayments, TransfersConfig, LOGGER],
    },
    {
      provide: Leadership,
      useFactory: (
        dataSource: DataSource,
        { follower, keeper, trail, keeperBeside }: ReadModels,
        recovery: PaymentRecovery,
        build: string,
        log: Logger,
      ) => {
        const scheduler = new TimerScheduler();
        return new Leadership(
          {
            lease: new Lease({ dataSource, name: build, mark: build, scheduler, log }),
            runners: [trail, keeperBeside],
          },
          // Processes of 0.1.0 know this lease.
          {
            lease: new Lease({ dataSource, name: 'follower', scheduler, log }),
            runners: [follower, recovery, keeper],
          },
        );
      },
      inject: [DataSource, ReadModels, PaymentRecovery, FOLLOWER, LOGGER],
    },
  ],
})
export class TransfersModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private advances: Worker | undefined;

  constructor(
    @Inject(Leadership) private readonly leadership: Leadership,
    private readonly config: TransfersConfig,
    private readonly advanceRunner: AdvanceRunner,
  ) {}

  static with(config: TransfersConfig): DynamicModule {
    return {
      module: TransfersModule,
      providers: [
        { provide: TransfersConfig, useValue: config },
        { provide: BankEntries, useClass: config.environment === 'production' ? DueBankEntries : OnTimeBankEntries },
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.leadership.start();
    if (this.config.environment === 'sandbox') this.advances = this.advanceRunner.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.advances?.stop();
    await this.leadership.stop();
  }
}

/** Owns payments with all their legs, balances, and the ledger. Their streams are the source of truth. */
export const transfersService: ServiceDefinition<TransfersConfig> = {
  name: 'transfers',
  config: transfersConfig,
  module: (config) => TransfersModule.with(config),
  entities: [Transfer],
  migrations,
  onClockBegin: beginClock,
  lifetimes: () => [simulationsLifetime, ...simulatedBankLifetimes],
  effects: PaymentEffects,
  waits: AdvanceWait,
  claims: claimsOnFacts,
  recovery: transfersRecovery,
  reachedStreams: furthestOf,
};

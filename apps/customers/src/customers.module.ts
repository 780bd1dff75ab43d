import { type DynamicModule, Module } from '@nestjs/common';
import { HistorySnapshots, KeyLookupController } from '@halyard/changes';
import { AccountClocksController } from '@halyard/clocks';
import { QuietQuestionsController } from '@halyard/messaging';
import { HealthChecksController } from '@halyard/operators';
import { AccountUseController } from './customer/account-use/account-use.controller.js';
import { Irregularities } from '@halyard/observability';
import { LOGGER, type Logger } from '@halyard/observability';
import type { ServiceDefinition } from '@halyard/service';
import { DataSource } from 'typeorm';
import { customersConfig, CustomersConfig } from './config.js';
import { SearchController } from './search/search.controller.js';
import { BusinessClassificationController } from './business-classification/business-classification.controller.js';
import { AddOwnerController } from './beneficial-owner/add-owner/add-owner.controller.js';
import { OwnerAddition } from './beneficial-owner/add-owner/owner-addition.js';
import { BeneficialOwner } from './beneficial-owner/beneficial-owner.entity.js';
import { CertifyOwnershipController } from './beneficial-owner/certify-ownership/certify-ownership.controller.js';
import { OwnershipCertification } from './beneficial-owner/certify-ownership/ownership-certification.js';
import { GetOwnersController } from './beneficial-owner/get-owners/get-owners.controller.js';
import { OwnerChanges } from './beneficial-owner/owner-changes.js';
import { OwnerIdentity } from './beneficial-owner/owner-identity.js';
import { RemoveOwnerController } from './beneficial-owner/remove-owner/remove-owner.controller.js';
import { OwnerRemoval } from './beneficial-owner/remove-owner/owner-removal.js';
import { RetryOwnerController } from './beneficial-owner/retry-owner/retry-owner.controller.js';
import { OwnerRetry } from './beneficial-owner/retry-owner/owner-retry.js';
import { AppliedReturnRow } from './customer/apply-returns/applied-return.entity.js';
import { ApplyReturnsController } from './customer/apply-returns/apply-returns.controller.js';
import { AppliedReturns } from './customer/apply-returns/applied-returns.js';
import { UpdateCustomerController } from './customer/update-customer/update-customer.controller.js';
import { CustomerUpdate } from './customer/update-customer/customer-update.js';
import { CreateCustomerController } from './customer/create-customer/create-customer.controller.js';
import { CustomerCreation } from './customer/create-customer/customer-creation.js';
import { Customer } from './customer/customer.entity.js';
import { CustomerHistory } from './customer/customer-history.js';
import { CustomerTeller } from './customer/customer-teller.js';
import { GetCustomerController } from './customer/get-customer/get-customer.controller.js';
import { HttpIdentityChecks } from './customer/identity/http-identity-checks.js';
import { IdentityChecks, NoIdentityChecks } from './customer/identity/identity-checks.js';
import { SandboxIdentityChecks } from './customer/identity/sandbox-identity-checks.js';
import { CustomerLists } from './customer/customer-lists.rows.js';
import { ListCustomersController } from './customer/list-customers/list-customers.controller.js';
import { CustomerStandingController } from './customer/standing/customer-standing.controller.js';
import { ReinstateCustomerController } from './customer/reinstate-customer/reinstate-customer.controller.js';
import { CustomerReinstatement } from './customer/reinstate-customer/customer-reinstatement.js';
import { IdentityReviews } from './customer/review-identity/identity-reviews.js';
import { NewestHoldersController } from './customer/newest-holders/newest-holders.controller.js';
import { CustomerNamesController } from './customer/customer-names/customer-names.controller.js';
import { SearchCustomersController } from './customer/search-customers/search-customers.controller.js';
import { Document } from './document/document.entity.js';
import { GetDocumentsController } from './document/get-documents/get-documents.controller.js';
import { CustomerParties } from './document/party/customer-parties.js';
import { OwnerParties } from './document/party/owner-parties.js';
import { DocumentPartyKinds } from './document/party/document-party-kinds.js';
import { DocumentFileController } from './document/review-document/document-file.controller.js';
import { DocumentRead } from './document/review-document/document-read.entity.js';
import { DocumentReviews } from './document/review-document/document-reviews.js';
import { ReviewDocumentsController } from './document/review-document/review-documents.controller.js';
import { documentStorage } from './document/storage/choose-storage.js';
import { DocumentStorage } from './document/storage/document-storage.js';
import { DocumentVault } from './document/storage/document-vault.js';
import { UploadDocumentController } from './document/upload-document/upload-document.controller.js';
import { DocumentUpload } from './document/upload-document/document-upload.js';
import { customersRecovery } from './recovery/customers-recovery.js';
import { ErasureStart } from './erasure/erasure-start.js';
import { Erasure } from './erasure/erasure.entity.js';
import { ErasedData } from './erasure/erased-data.js';
import { ErasureSteps } from './erasure/erasure-steps.js';
import { ErasureWork } from './erasure/erasure-work.js';
import { ErasuresController } from './erasure/erasures.controller.js';
import { LegalHold } from './erasure/legal-hold/legal-hold.entity.js';
import { LegalHoldsController } from './erasure/legal-hold/legal-holds.controller.js';
import { Obstacles } from './erasure/obstacles.js';
import { migrations } from './migrations/migrations.js';
import { TakeSnapshotsController } from './snapshot/take-snapshots.controller.js';

/** In production nobody is verified without a provider. */
function identityChecks(config: CustomersConfig, log: Logger): IdentityChecks {
  const { environment, identityProviderUrl: url, identityProviderKey: key } = config;
  if (environment === 'sandbox') return new SandboxIdentityChecks();
  return url !== undefined && key !== undefined ? new HttpIdentityChecks({ url, key }, log) : new NoIdentityChecks();
}

export { hasErasuresOfRestore } from './erasure/ordered-erasures.query.js';

@Module({
  controllers: [
    AddOwnerController,
    BusinessClassificationController,
    CertifyOwnershipController,
    GetOwnersController,
    RemoveOwnerController,
    RetryOwnerController,
    CreateCustomerController,
    ListCustomersController,
    SearchCustomersController,
    CustomerNamesController,
    NewestHoldersController,
    GetCustomerController,
    UpdateCustomerController,
    ApplyReturnsController,
    ReinstateCustomerController,
    CustomerStandingController,
    UploadDocumentController,
    GetDocumentsController,
    ReviewDocumentsController,
    DocumentFileController,
    TakeSnapshotsController,
    ErasuresController,
    LegalHoldsController,
    AccountClocksController,
    QuietQuestionsController,
    AccountUseController,
    HealthChecksController,
    KeyLookupController,
    SearchController,
  ],
  providers: [
    Irregularities,
    HistorySnapshots,
    OwnerAddition,
    OwnershipCertification,
    OwnerChanges,
    OwnerIdentity,
    OwnerRemoval,
    OwnerRetry,
    CustomerCreation,
    CustomerUpdate,
    AppliedReturns,
    CustomerReinstatement,
    CustomerHistory,
    CustomerTeller,
    CustomerLists,
    IdentityReviews,
    CustomerParties,
    OwnerParties,
    DocumentPartyKinds,
    {
      provide: DocumentStorage,
      useFactory: documentStorage,
      inject: [DataSource, CustomersConfig],
    },
    DocumentVault,
    DocumentUpload,
    DocumentReviews,
    ErasureStart,
    ErasedData,
    ErasureSteps,
    ErasureWork,
    Obstacles,
  ],
})
export class CustomersModule {
  static with(config: CustomersConfig): DynamicModule {
    return {
      module: CustomersModule,
      providers: [
        { provide: CustomersConfig, useValue: config },
        { provide: IdentityChecks, useFactory: (log: Logger) => identityChecks(config, log), inject: [LOGGER] },
      ],
    };
  }
}

export const customersService: ServiceDefinition<CustomersConfig> = {
  name: 'customers',
  config: customersConfig,
  module: (config) => CustomersModule.with(config),
  entities: [Customer, BeneficialOwner, AppliedReturnRow, Document, DocumentRead, Erasure, LegalHold],
  migrations,
  recovery: customersRecovery,
};

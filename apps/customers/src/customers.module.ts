import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, type Logger } from '@halyard/observability';
import type { ServiceDefinition } from '@halyard/service';
import { customersConfig, type CustomersConfig } from './config.js';
import { BusinessClassificationController } from './business-classification/business-classification.controller.js';
import { AppliedReturn } from './customer/apply-return/applied-return.entity.js';
import { ApplyReturnController } from './customer/apply-return/apply-return.controller.js';
import { ApplyReturnHandler } from './customer/apply-return/apply-return.handler.js';
import { UpdateCustomerController } from './customer/update-customer/update-customer.controller.js';
import { UpdateCustomerHandler } from './customer/update-customer/update-customer.handler.js';
import { CreateCustomerController } from './customer/create-customer/create-customer.controller.js';
import { CreateCustomerHandler } from './customer/create-customer/create-customer.handler.js';
import { Customer } from './customer/customer.entity.js';
import { CustomerHistory } from './customer/customer-history.js';
import { CustomerTeller } from './customer/customer-teller.js';
import { GetCustomerController } from './customer/get-customer/get-customer.controller.js';
import { HttpIdentityChecks } from './customer/identity/http-identity-checks.js';
import { IdentityChecks, NoIdentityChecks } from './customer/identity/identity-checks.js';
import { SandboxIdentityChecks } from './customer/identity/sandbox-identity-checks.js';
import { CustomerLists } from './customer/list-customers/customer-lists.rows.js';
import { ListCustomersController } from './customer/list-customers/list-customers.controller.js';
import { IdentityReviews } from './customer/review-identity/identity-reviews.js';
import { SearchCustomersController } from './customer/search-customers/search-customers.controller.js';
import { CreateCustomers1795262400000 } from './migrations/create-customers.migration.js';

/** In production nobody is verified without a provider. */
function identityChecks(config: CustomersConfig, log: Logger): IdentityChecks {
  const { environment, identityProviderUrl: url, identityProviderKey: key } = config;
  if (environment === 'sandbox') return new SandboxIdentityChecks();
  return url !== undefined && key !== undefined ? new HttpIdentityChecks({ url, key }, log) : new NoIdentityChecks();
}

@Module({
  controllers: [
    BusinessClassificationController,
    CreateCustomerController,
    ListCustomersController,
    SearchCustomersController,
    GetCustomerController,
    UpdateCustomerController,
    ApplyReturnController,
  ],
  providers: [
    CreateCustomerHandler,
    UpdateCustomerHandler,
    ApplyReturnHandler,
    CustomerHistory,
    CustomerTeller,
    CustomerLists,
    IdentityReviews,
  ],
})
export class CustomersModule {
  static with(config: CustomersConfig): DynamicModule {
    return {
      module: CustomersModule,
      providers: [
        { provide: IdentityChecks, useFactory: (log: Logger) => identityChecks(config, log), inject: [LOGGER] },
      ],
    };
  }
}

/** Owns customers: who they are, and what their identity check made of them. */
export const customersService: ServiceDefinition<CustomersConfig> = {
  name: 'customers',
  config: customersConfig,
  module: (config) => CustomersModule.with(config),
  entities: [Customer, AppliedReturn],
  migrations: [CreateCustomers1795262400000],
};

import { authService } from '@halyard/auth';
import { consoleService } from '@halyard/console';
import { customersService } from '@halyard/customers';
import { fundingSourcesService } from '@halyard/funding-sources';
import type { ServiceDefinition } from '@halyard/service';
import { transfersService } from '@halyard/transfers';
import { webhooksService } from '@halyard/webhooks';

/** The services that have a database. */
export const storingDefinitions: readonly Pick<
  ServiceDefinition,
  'name' | 'config' | 'migrations' | 'recovery' | 'entities'
>[] = [authService, customersService, fundingSourcesService, transfersService, webhooksService, consoleService];

import type { ServiceDefinition } from '@halyard/service';
import { CreateWebhooks1795262400000 } from './create-webhooks.migration.js';
import { AttemptsBySubscription1795824000112 } from './attempts-by-subscription.migration.js';
import { CreateRequests1795824000200 } from './create-requests.migration.js';
import { FindFailedDeliveries1796100000131 } from './find-failed-deliveries.migration.js';
import { FindForeignTraces1796186400133 } from './find-foreign-traces.migration.js';
import { FindRareRequests1796100000113 } from './find-rare-requests.migration.js';
import { MeasureDeliveries1796500000151 } from './measure-deliveries.migration.js';
import { RestartNumbers1796450000145 } from './restart-numbers.migration.js';
import { TellPeopleApart1796272800134 } from './tell-people-apart.migration.js';

/** The migrations, in the order in which they run. */
export const migrations: ServiceDefinition['migrations'] = [
  CreateWebhooks1795262400000,
  AttemptsBySubscription1795824000112,
  CreateRequests1795824000200,
  FindRareRequests1796100000113,
  FindFailedDeliveries1796100000131,
  FindForeignTraces1796186400133,
  TellPeopleApart1796272800134,
  RestartNumbers1796450000145,
  MeasureDeliveries1796500000151,
];

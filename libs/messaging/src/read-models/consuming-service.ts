import { type ConsumingService, consumingServices, type ServiceName } from '@halyard/contracts';
import { SERVICE_NAME } from '@halyard/observability';

/** The name of a service whose consumers have routes for operators. */
export const CONSUMING_SERVICE = Symbol('CONSUMING_SERVICE');

/** @throws Error if the service has no public routes for its parked keys */
function consumingServiceOf(service: ServiceName): ConsumingService {
  const consuming = consumingServices.find((name) => name === service);
  if (!consuming) throw new Error(`no route shows the parked keys of ${service}`);
  return consuming;
}

export const consumingService = {
  provide: CONSUMING_SERVICE,
  useFactory: consumingServiceOf,
  inject: [SERVICE_NAME],
};

import { type ConsumingService, consumingServices, type ServiceName } from '@halyard/contracts';
import { SERVICE_NAME } from '@halyard/observability';

/** Injection token of the name of a service whose consumers have routes for operators. */
export const CONSUMING_SERVICE = Symbol('CONSUMING_SERVICE');

/** @throws Error for a service without public routes for its parked keys */
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

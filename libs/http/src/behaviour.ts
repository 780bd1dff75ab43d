export { prepareProbe, ProbeController, ProbeModule, probeOperation } from './behaviour-service.js';
export { ExchangeProbeController, probeRoutes, Source } from './exchange/exchange-probe.js';
export type { OpenServiceClient, ServiceClientUnderTest } from './service-client.behaviour.js';
export { serviceClientBehaviour } from './service-client.behaviour.js';

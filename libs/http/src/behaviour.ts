export { prepareProbe, ProbeController, ProbeModule, probeOperation } from './behaviour-service.js';
export type { OpenServiceClient, ServiceClientUnderTest } from './service-client.behaviour.js';
export { serviceClientBehaviour } from './service-client.behaviour.js';

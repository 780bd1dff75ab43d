export type { ServiceDefinition } from './service-definition.js';
export type { BusRequest, EventStoreChoice, ServiceHost, ServiceListener } from './service-host.js';
export type { HttpListenerOptions } from './listeners.js';
export { answerDocuments, httpListener, inProcessListener } from './listeners.js';
export type { Ports } from './ports.module.js';
export { PortsModule } from './ports.module.js';
export type { RunningService } from './start-service.js';
export { startService } from './start-service.js';
export { Lifetime } from './lifetime.js';

export type { ServiceAnswer, ServiceRequest } from './service-client.js';
export { ServiceClient } from './service-client.js';

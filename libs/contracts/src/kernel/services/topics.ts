import { type ServiceName, serviceNames } from '../callers/services.js';
import type { Topic } from './cloud-event.js';

/** The service that publishes a topic. */
export function serviceOf(topic: Topic): ServiceName {
  const service = serviceNames.find((name) => topic === `${name}.events.v1`);
  if (!service) throw new Error(`${topic} is told by no service`);
  return service;
}

/** The topic that a service publishes; undefined if it publishes none. */
export const topicOf = (service: ServiceName): Topic | undefined =>
  service === 'gateway' || service === 'console' ? undefined : `${service}.events.v1`;

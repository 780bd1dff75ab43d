/** The seven services. */
export const serviceNames = [
  'gateway',
  'console',
  'auth',
  'customers',
  'funding-sources',
  'transfers',
  'webhooks',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** The services that own resources of the API. */
export const resourceServices = [
  'auth',
  'customers',
  'funding-sources',
  'transfers',
  'webhooks',
] as const satisfies readonly ServiceName[];
export type ResourceService = (typeof resourceServices)[number];

/** The services with state. Each owns one database schema, one role and at most one topic, all named after it. */
export const storingServices = ['console', ...resourceServices] as const satisfies readonly ServiceName[];
export type StoringService = (typeof storingServices)[number];

/** Services that consume events of others. They may have parked keys, and read models that can be built again. */
export const consumingServices = ['funding-sources', 'transfers', 'webhooks'] as const satisfies readonly ServiceName[];
export type ConsumingService = (typeof consumingServices)[number];

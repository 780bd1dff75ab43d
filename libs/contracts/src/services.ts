/** The six services. Each owns one database schema, one role and at most one topic, all named after it. */
export const serviceNames = ['gateway', 'auth', 'customers', 'funding-sources', 'transfers', 'webhooks'] as const;
export type ServiceName = (typeof serviceNames)[number];

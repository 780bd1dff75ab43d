/**
 * The keys (`client_id`) of the first-party applications that people use, each with its own role. The seed makes these
 * applications in every installation.
 */
export const firstPartyKeys = { console: 'halyard-console', commandLine: 'halyard-cli' } as const;

/**
 * The name of the keyed hash that makes an application's secret from its key. Auth and the console make the same hash
 * (ADR 103).
 */
export const FIRST_PARTY_SECRET = 'auth.first-party-secret';

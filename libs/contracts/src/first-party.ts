/**
 * The applications of ours that people use, each with its own role. The seed makes them in every installation, under these
 * keys (`client_id`).
 */
export const firstPartyKeys = { console: 'halyard-console', commandLine: 'halyard-cli' } as const;

/**
 * What names the keyed hash of an application's key that is its secret: auth and the console make the same one
 * (ADR 103).
 */
export const FIRST_PARTY_SECRET = 'auth.first-party-secret';

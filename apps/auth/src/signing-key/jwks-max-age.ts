/**
 * How long a client may remember the published keys, and so the shortest time for which a new one is published before it
 * signs.
 */
export const JWKS_MAX_AGE_SECONDS = 5;

/** Clients may cache the published keys for this long, so a new key is published at least as long before it signs. */
export const JWKS_MAX_AGE_SECONDS = 5;

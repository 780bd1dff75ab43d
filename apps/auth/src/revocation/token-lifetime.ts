/** Specification, "Authentication", 4. */
export const TOKEN_TTL_SECONDS = 3600;
/** Allows for clocks that differ. */
const MARGIN_MS = 60_000;
/** After this time no token is valid by any clock. */
export const TOKEN_LIFE_MS = TOKEN_TTL_SECONDS * 1_000 + MARGIN_MS;

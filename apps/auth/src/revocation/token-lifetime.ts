/** Specification, "Authentication", 4. */
export const TOKEN_TTL_SECONDS = 3600;

/** `handling=strict`, with quotes or without, and with any parameters (RFC 7240, section 2). */
const STRICT = /^handling\s*=\s*"?strict"?\s*(?:;|$)/i;
const HANDLING = /^handling\s*(?:[=;]|$)/i;

/**
 * RFC 7240, 4.4. If a preference is given several times, the first counts.
 * @param given the header fields `Prefer`, each at most as long as all header fields together may be
 */
export function prefersStrict(given: string | readonly string[] | undefined): boolean {
  const preferences = [given ?? []].flat().flatMap((field) => field.split(','));
  const handling = preferences.map((preference) => preference.trim()).find((preference) => HANDLING.test(preference));
  return handling !== undefined && STRICT.test(handling);
}

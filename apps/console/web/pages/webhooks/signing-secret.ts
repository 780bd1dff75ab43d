const BYTES = 32;

/** The secret has the form of Standard Webhooks, whose libraries take it as it is. */
export function newSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

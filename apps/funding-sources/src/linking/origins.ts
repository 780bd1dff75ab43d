const ANY_PORT = ':*';
const PORT = /^:\d{1,5}$/;

/** Compares with the origin as browsers write it. A port of `*` matches any port, and also no port. */
export const isAmong = (registered: readonly string[], origin: string): boolean =>
  registered.some((known) => {
    if (!known.endsWith(ANY_PORT)) return known === origin;
    const host = known.slice(0, -ANY_PORT.length);
    return origin === host || (origin.startsWith(host) && PORT.test(origin.slice(host.length)));
  });

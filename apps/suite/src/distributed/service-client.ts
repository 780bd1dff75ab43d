import { HttpServiceClient, PrincipalEnvelopes } from '@halyard/http';
import type { Logger } from '@halyard/observability';
import { type Keys, SystemClock } from '@halyard/persistence';

const CALL_DEADLINE_MS = 20_000;

/** Calls auth as one of the services would: for what no client may do, such as opening the first account. */
export const openServiceClient = (authUrls: readonly string[], keys: Keys, log: Logger): HttpServiceClient =>
  new HttpServiceClient({
    addresses: { auth: authUrls },
    envelopes: new PrincipalEnvelopes(keys.principal, new SystemClock()),
    deadlineMs: CALL_DEADLINE_MS,
    log,
  });

import { HttpServiceClient, PrincipalEnvelopes } from '@halyard/http';
import type { Logger } from '@halyard/observability';
import { type Identities, SystemClock } from '@halyard/persistence';

const CALL_DEADLINE_MS = 20_000;

/** Calls auth as the gateway, for things that no client may do, such as opening the first account. */
export const openServiceClient = (authUrls: readonly string[], gateway: Identities, log: Logger): HttpServiceClient =>
  new HttpServiceClient({
    addresses: { auth: authUrls },
    envelopes: new PrincipalEnvelopes(gateway, new SystemClock()),
    deadlineMs: CALL_DEADLINE_MS,
    log,
  });

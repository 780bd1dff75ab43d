import { RecordedEvents, type RecordedSource } from '../../event/recorded-events.session.js';
import { REQUESTS_CHANNEL } from '../record-requests/record-requests.rows.js';

export const REQUESTS: RecordedSource = { channel: REQUESTS_CHANNEL, counts: 'request_counts' };

/** Wakes watchers of an account when any process has recorded requests of it. */
export class RecordedRequests extends RecordedEvents {}

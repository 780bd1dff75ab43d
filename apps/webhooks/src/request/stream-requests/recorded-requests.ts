import { RecordedEvents, type RecordedSource } from '../../event/recorded-events.session.js';
import { REQUESTS_CHANNEL } from '../record-requests/record-requests.rows.js';

/** What wakes those who wait for requests. */
export const REQUESTS: RecordedSource = { channel: REQUESTS_CHANNEL, counts: 'request_counts' };

/** Wakes those who wait for an account's requests once any process has recorded some. */
export class RecordedRequests extends RecordedEvents {}

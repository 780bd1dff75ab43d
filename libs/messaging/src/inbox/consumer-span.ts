import type { CloudEvent, Topic } from '@halyard/contracts';
import { causedBy, withSpan } from '@halyard/observability';

/**
 * Runs work in a span. If one request caused the events, the span is its child; if several did, it has links to them.
 */
export function withConsumerSpan<Result>(
  consumer: string,
  topic: Topic,
  events: readonly CloudEvent[],
  work: () => Promise<Result>,
): Promise<Result> {
  const causes = causedBy(events.map(({ traceparent }) => traceparent));
  const attributes = { 'messaging.destination.name': topic, 'messaging.batch.message_count': events.length };
  return withSpan(`consume ${consumer}`, { kind: 'CONSUMER', ...causes, attributes }, work);
}

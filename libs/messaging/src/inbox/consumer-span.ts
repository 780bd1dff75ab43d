import type { CloudEvent, Topic } from '@halyard/contracts';
import { causedBy, withSpan } from '@halyard/observability';

/** The span is a child of the request that caused the events, or has links to the requests if there were several. */
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

import { linkInPlace, type ResourceAnswer, type ResourcePart } from '@halyard/contracts';
import { applicationRoutes } from '@halyard/contracts/applications';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { peopleRoutes } from '@halyard/contracts/people';
import { eventRoutes } from '@halyard/contracts/events';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { transferRoutes } from '@halyard/contracts/transfers';
import type { TimelineEntryAnswer } from '@halyard/contracts/timelines';
import { amountInUsd } from '@halyard/core';
import { traceIdOf } from '@halyard/observability';
import type { StoryEntry } from './timeline.entry.js';
import type { TimelinePage } from './timeline.page.js';

export type TimelineOf =
  { readonly kind: 'payment'; readonly id: string } | { readonly kind: 'transfer'; readonly id: string };

export interface TimelineShown {
  readonly of: TimelineOf;
  readonly paymentId: string;
  readonly page: TimelinePage;
  readonly missing: readonly 'webhooks'[];
  readonly limit: number;
  readonly after?: string;
}

export const paymentTimeline = (shown: TimelineShown): ResourceAnswer<'payment-timeline'> => ({
  ...pageOf(shown),
  kind: 'payment-timeline',
  attributes: attributesOf(shown),
});

export const transferTimeline = (shown: TimelineShown): ResourceAnswer<'transfer-timeline'> => ({
  ...pageOf(shown),
  kind: 'transfer-timeline',
  attributes: { ...attributesOf(shown), transfer: linkInPlace(transferRoutes.getTransfer, shown.of.id) },
});

const attributesOf = ({ paymentId, missing }: TimelineShown) => ({
  payment: linkInPlace(transferRoutes.getPayment, paymentId),
  missing,
});

function pageOf({ of, page, limit, after }: TimelineShown) {
  const { entries, hasMore } = page;
  const query = (last?: string): string => {
    const asked = new URLSearchParams({ limit: `${limit}`, ...(last !== undefined && { after: last }) });
    return `?${asked.toString()}`;
  };
  return {
    type: 'resource' as const,
    id: of.id,
    query: query(after),
    nextQuery: hasMore ? query(entries.at(-1)?.id) : undefined,
    links: {},
    parts: { entries: entries.map(partOf) },
  };
}

function partOf(entry: StoryEntry): ResourcePart {
  const { id, cause, at, recorded, traceparent } = entry;
  const trace = traceparent && traceIdOf(traceparent);
  const attributes: TimelineEntryAnswer = { id, cause, at, recorded: recorded.toISOString(), ...saidOf(entry), trace };
  return { attributes };
}

type AnswerContent<Entry = TimelineEntryAnswer> = Entry extends unknown
  ? Omit<Entry, 'id' | 'cause' | 'at' | 'recorded' | 'trace'>
  : never;

function saidOf(entry: StoryEntry): AnswerContent {
  switch (entry.kind) {
    case 'request': {
      const { id: requestId, isKeyed = false, applicationId, personId } = entry.request ?? {};
      const application =
        applicationId === undefined || personId
          ? undefined
          : linkInPlace(applicationRoutes.getApplication, applicationId);
      const person = personId === undefined ? undefined : linkInPlace(peopleRoutes.getPerson, personId);
      return { kind: entry.kind, requestId, method: 'POST', route: '/transfers', key: isKeyed, application, person };
    }
    case 'state': {
      const { kind, transferId, status, code } = entry;
      return { kind, transfer: linkInPlace(transferRoutes.getTransfer, transferId), status, code };
    }
    case 'posting': {
      const { kind, from, to, minor, balanceAfter } = entry;
      const after = balanceAfter === undefined ? undefined : amountInUsd(balanceAfter);
      return { kind, from, to, amount: amountInUsd(minor), balanceAfter: after };
    }
    case 'limit': {
      const { kind, minor, week, direction } = entry;
      return { kind, amount: amountInUsd(minor), week, direction };
    }
    case 'bank': {
      const { kind, did, code, bankDate, because, rule, line } = entry;
      const file = entry.file === undefined ? undefined : linkInPlace(bankFileRoutes.getBankFile, entry.file);
      return { kind, did, code, bankDate, because, rule, file, line };
    }
    case 'event': {
      const { kind, topic, position, id } = entry;
      return { kind, topic, position, event: linkInPlace(eventRoutes.getEvent, id) };
    }
    case 'delivery': {
      const { kind, sequence, replayed, webhookId } = entry;
      const webhook = linkInPlace(webhookRoutes.getWebhook, webhookId);
      const subscription = linkInPlace(webhookRoutes.getWebhookSubscription, entry.subscription);
      return { kind, subscription, sequence, attempts: entry.attempts.map((one) => ({ ...one, webhook })), replayed };
    }
    case 'dropped':
      return { kind: entry.kind, what: 'webhooks', before: entry.before };
  }
}

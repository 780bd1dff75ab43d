import type { WebhookEvent } from '@halyard/client';
import { plain } from '../output/terminal-text.js';

/** A line for people: time, topic, resource, id. */
export const lineOf = ({ created, topic, id, _links }: WebhookEvent): string =>
  plain(`${created}  ${topic.padEnd(40)}  ${_links['resource']?.href ?? ''}  ${id}`);

import { hash } from 'node:crypto';
import { type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import { addressesAsText } from '@halyard/public-api';
import { answerType } from '../media/answer-type.js';
import { renderCollection, renderResource, type View } from './hal.js';

/** 132 bits, as base64url. */
const TAG_LENGTH = 22;

const digest = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\n'), 'base64url').slice(0, TAG_LENGTH);

/** Changes with our rendering: otherwise clients would keep the rendering of an older gateway. */
const RENDERING = digest(addressesAsText, JSON.stringify(samples()));

function samples(): readonly object[] {
  const item: ResourceAnswer = { type: 'resource', kind: 'erasure', id: '1', attributes: { a: 1 }, links: {} };
  const links = { account: ref('account', '2'), 'edit-form': ref('customer', '1') };
  const field = { name: 'a', path: '/a/b', type: 'string', label: 'A', isRequired: true, pattern: 'a' } as const;
  const options = [{ key: 'k', label: 'K', group: 'g' }];
  const fields = [field, { ...field, type: 'hidden', value: 'v', example: 'e', options } as const];
  const forms = { default: { title: 't', target: ref('customer', '1'), fields } };
  const parts = { parts: [{ attributes: { a: null, b: '' }, links }] };
  const resource: ResourceAnswer = {
    ...{ type: 'resource', kind: 'customer', id: '1', attributes: { a: 'b', none: null }, links },
    ...{ forms, embedded: { items: [item] }, attached: { item }, parts },
  };
  const list: CollectionAnswer = {
    ...{ type: 'collection', self: ref('listCustomers'), of: 'customer', items: [item], total: 100, forms },
    ...{ totalIsAtLeast: true, page: { limit: 1, offset: 1, anchor: 'a' } },
  };
  const type = answerType('application/hal+json', 'application/vnd.a.v1.hal+json', 'https://a/hal-forms');
  const view: View = { baseUrl: 'https://a', type, query: { offset: '1', search: 'a' } };
  return [renderResource(resource, view), renderCollection(list, view)];
}

/** Computed without rendering. Weak, since content codings share it (RFC 9110, 8.8.3). @returns `W/"..."` */
export function entityTag(answer: ResourceAnswer | CollectionAnswer, { baseUrl, type, query }: View): string {
  // Only links between pages repeat the query.
  const filters = answer.type === 'collection' ? JSON.stringify(query) : '';
  return `W/"${digest(RENDERING, baseUrl, type.resource, type.formLink, filters, JSON.stringify(answer))}"`;
}

export const entityTagOfText = (text: string): string => `W/"${digest(text)}"`;

/** Compares weakly (RFC 9110, 13.1.2). A tag contains no quote, so a tag in quotes is found whole or not at all. */
export const hasCurrent = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(tag.slice('W/'.length)));

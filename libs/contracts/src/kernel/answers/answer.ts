import type { Fault } from '@halyard/core';
import type { Forms } from './forms.js';
import type { ListNames } from '../rows/route-answer.js';
import type { OfferedOptions } from '../rows/offer.js';
import { type LinksOf, type ListLinks, ref, type ResourceRef } from './refs.js';
import type { AttributesOf, ResourceKind } from '../rows/registry.js';
import type { ConsumingService } from '../callers/services.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Resources by relation. */
export interface Links {
  readonly [relation: string]: ResourceRef | undefined;
}

/** A part of a resource that has no address of its own. */
export interface ResourcePart {
  readonly attributes: { readonly [name: string]: Json | undefined };
  /** A part without links has no `_links` at all. */
  readonly links?: Links;
}

interface Resource<Kind, Attributes, Links> {
  readonly type: 'resource';
  readonly kind: Kind;
  readonly id: string;
  /** The query of the resource's address, for a resource that answers a question. */
  readonly query?: string;
  /** The query of the page after this one, for a resource that is read page by page. */
  readonly nextQuery?: string;
  /** The service that holds the resource. Set for resources that operators look after at each service. */
  readonly service?: ConsumingService | undefined;
  readonly attributes: Attributes;
  readonly links: Links;
  /** Set if the client asked for forms (`Operation.wantsForms`). */
  readonly forms?: Forms;
  /** Resources that belong to it, by the names of their lists. */
  readonly embedded?: { readonly [name: string]: readonly ResourceAnswer[] };
  /** Single resources that are shown with it, embedded under these names. */
  readonly attached?: { readonly [name: string]: ResourceAnswer };
  /** Its other parts, embedded under these names. */
  readonly parts?: { readonly [name: string]: readonly ResourcePart[] };
}

/**
 * One resource: its public attributes, and its links as resources by relation. The gateway always adds `self`. Code
 * that makes a resource names its kind, `ResourceAnswer<'customer'>`, so that the compiler checks its shape and
 * relations.
 */
export type ResourceAnswer<Kind extends ResourceKind = ResourceKind> = Resource<
  Kind,
  ResourceKind extends Kind ? { readonly [name: string]: Json | undefined } : AttributesOf<Kind>,
  ResourceKind extends Kind ? Links : LinksOf<Kind>
>;

/** The place of a page. `anchor` keeps the list as it was when its first page was read. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly anchor?: string;
  /** Pages that begin later are refused. Absent if no page is refused. */
  readonly offsetMax?: number;
}

/** A page of a list that changes while it is read: each page begins after the last item of the previous one. */
export interface KeysetPage {
  readonly limit: number;
  /** The next page begins after this value. Absent from the last page. */
  readonly nextAnchor?: string;
  /** The query parameter of `nextAnchor`. Defaults to `anchor`. */
  readonly parameter?: 'anchor' | 'after';
}

export interface CollectionAnswer {
  readonly type: 'collection';
  readonly self: ResourceRef;
  /** Kind of the items; the embedded array is named after its plural, unless `listedAs` names it. */
  readonly of: ResourceKind;
  readonly items: readonly ResourceAnswer[];
  readonly listedAs?: ListNames;
  /** Counts all matches, not only those of this page. */
  readonly total: number;
  readonly totalIsAtLeast?: true;
  /** Nobody has counted all matches, and clients are told no total. */
  readonly isUncounted?: true;
  /** The facts that the list states beside its items (`ResourceRow.listAttributes`). */
  readonly attributes?: { readonly [name: string]: Json | undefined };
  /** Set if the client asked for forms (`Operation.wantsForms`). */
  readonly forms?: Forms;
  /** Nothing can be added to the list now. Only set if the client asked for forms. */
  readonly isClosed?: true;
  /** Offered options of fields, for options that depend on the list's owner. Only set if the client asked for forms. */
  readonly options?: OfferedOptions;
  /** Absent for lists that are always complete. */
  readonly page?: Page;
  /** Replaces `page` for lists that change while they are read. */
  readonly keyset?: KeysetPage;
  readonly links?: ListLinks;
}

/** Status 201. The gateway answers with `Location` and an empty body. */
export interface CreatedAnswer {
  readonly type: 'created';
  readonly resource: ResourceRef;
}

export interface ErrorAnswer {
  readonly type: 'error';
  readonly code: string;
  readonly message: string;
  readonly faults?: readonly Fault[];
  /** How many more faults there are. */
  readonly moreFaults?: number;
  readonly about?: ResourceRef;
  readonly retryAfterSeconds?: number;
  /** The account's clock is at this step, and the operation was stamped by another. Clients never see it. */
  readonly clockStep?: number;
}

/** An answer whose bytes another standard fixes (OAuth 2 token answers, key sets). */
export interface RawAnswer {
  readonly type: 'raw';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A plain value between services; it never reaches clients. */
export interface FactAnswer<Fact = unknown> {
  readonly type: 'fact';
  readonly fact: Fact;
}

export type AnswerBody = ResourceAnswer | CollectionAnswer | CreatedAnswer | ErrorAnswer | RawAnswer | FactAnswer;

export const created = (kind: ResourceKind, id: string, service?: ConsumingService): CreatedAnswer => ({
  type: 'created',
  resource: ref(kind, id, service),
});

import { Injectable } from '@nestjs/common';
import {
  type ApplicationPrincipal,
  isOpenTo,
  type Operation,
  type ResourceAnswer,
  routeAt,
  sharedServiceRoutes,
  type StoringService,
} from '@halyard/contracts';
import { readableKinds, resourceTypeOf } from '@halyard/public-api';
import { bestOf, type SearchFound, searchFound, type SearchQuery } from '@halyard/contracts/search';
import { composed } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { DeclaredQuery, type QueryTerm } from '@halyard/input';
import type { Filters } from '../media/query.js';

const LENGTH_MAX = 200;
/** An answer with the results of fast services is worth more than one that waits for all. */
const WAIT_MS = 120;

const { search } = sharedServiceRoutes;

/** Normalized to the form in which texts are compared. */
const text: QueryTerm<string> = {
  isRequired: true,
  read: (given) => {
    const searched = typeof given === 'string' ? composed(given).trim() : '';
    return searched === '' || [...searched].length > LENGTH_MAX ? undefined : searched;
  },
  schema: { type: 'string', maxLength: LENGTH_MAX, examples: ['Ada Byron'] },
  content: 'text',
  code: 'Invalid',
};

export const searchedFor = new DeclaredQuery({ q: text }, undefined, 'refused');

/** Finds resources of an account, at all services at once. */
@Injectable()
export class Search {
  constructor(private readonly calls: ServiceCalls) {}

  /** @throws DomainError ValidationError at /query/q, and at every other name */
  async find(query: Filters, principal: ApplicationPrincipal, operation: Operation): Promise<ResourceAnswer<'search'>> {
    const { q = '' } = searchedFor.read(query);
    const { accountId, applicationId, userId: personId, isFirstParty } = principal;
    const kinds = readableKinds.filter((readable) => isOpenTo(readable, principal)).map(({ kind }) => kind);
    const caller = { accountId, ...(!isFirstParty && { applicationId }), ...(personId !== undefined && { personId }) };
    const asked = { ...caller, text: q, kinds };
    const answers = await Promise.all(search.owners.map((owner) => this.ask(owner, asked, operation)));
    const missing = search.owners.filter((_, index) => answers[index] === undefined);
    const found = answers.flatMap((answer) => answer ?? []);
    const { hits, more } = bestOf(
      found.flatMap((answer) => answer.hits),
      found.some((answer) => answer.more),
    );
    const results = hits.map(({ resource, text, matched }) => ({
      attributes: { id: resource.id, kind: resourceTypeOf(resource), text, matched },
      links: { self: resource },
    }));
    return {
      type: 'resource',
      kind: 'search',
      id: '',
      query: `?q=${encodeURIComponent(q)}`,
      attributes: { ...(more && { more }), ...(missing.length > 0 && { missing }) },
      links: {},
      parts: { results },
    };
  }

  /** @returns undefined if the service does not answer in time */
  private async ask(owner: StoringService, asked: SearchQuery, operation: Operation): Promise<SearchFound | undefined> {
    const answer = await this.calls.requestWithin(WAIT_MS, routeAt(search, owner), asked, operation);
    return answer === undefined ? undefined : searchFound.parse(answer);
  }
}

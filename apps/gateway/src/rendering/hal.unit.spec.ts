import {
  type ConsumingService,
  ref,
  type ResourceAnswer,
  type ResourceKind,
  type ResourceRef,
} from '@halyard/contracts';
import { pathOf, pluralOf, publicRoutes, resourceTypeOf } from '@halyard/public-api';
import { feeNames } from '@halyard/contracts/transfers';
import { describe, expect, it } from '@jest/globals';
import { answerType } from '../media/answer-type.js';
import { renderCollection, renderResource } from './hal.js';
import { renderProblem, renderTokenProblem } from './error-body.js';

const TYPE = 'application/vnd.service.v1.hal+json';
const view = { baseUrl: 'https://localhost:8443', type: answerType(TYPE, TYPE), query: {} };
const resource = (kind: ResourceKind, extra: Partial<ResourceAnswer> = {}): ResourceAnswer => ({
  type: 'resource',
  kind,
  id: 'i1',
  attributes: {},
  links: {},
  ...extra,
});

describe('places', () => {
  it.each<[ResourceRef['kind'], string, string]>([
    ['root', '/', 'root'],
    ['account', '/accounts/i1', 'account'],
    ['account-settings', '/operations/accounts/i1/settings', 'account-settings'],
    ['own-account-settings', '/accounts/i1/settings', 'account-settings'],
    ['customer', '/customers/i1', 'customer'],
    ['customer-limits', '/customers/i1/limits', 'limits'],
    ['funding-source', '/funding-sources/i1', 'funding-source'],
    ['balance', '/funding-sources/i1/balance', 'balance'],
    ['micro-deposits', '/funding-sources/i1/micro-deposits', 'micro-deposits'],
    ['transfer', '/transfers/i1', 'transfer'],
    ['payment', '/payments/i1', 'payment'],
    ['sandbox-simulation', '/sandbox-simulations', 'sandbox-simulation'],
    ['trial-balance', '/ledger/trial-balance', 'trial-balance'],
    ['webhook-subscription', '/webhook-subscriptions/i1', 'webhook-subscription'],
    ['event', '/events/i1', 'event'],
    ['business-classification', '/business-classifications/i1', 'business-classification'],
    ['listBusinessClassifications', '/business-classifications', 'business-classification'],
    ['listCustomers', '/customers', 'customer'],
    ['createTransfer', '/transfers', 'transfer'],
    ['listAccountFundingSources', '/accounts/i1/funding-sources', 'funding-source'],
    ['listAccountTransfers', '/accounts/i1/transfers', 'transfer'],
    ['listCustomerFundingSources', '/customers/i1/funding-sources', 'funding-source'],
    ['listCustomerTransfers', '/customers/i1/transfers', 'transfer'],
    ['listWebhookSubscriptions', '/webhook-subscriptions', 'webhook-subscription'],
    ['listEvents', '/events', 'event'],
    ['customer-standing', '/operations/customers/i1', 'customer'],
    ['document-read', '/operations/documents/i1/reads', 'document-read'],
    ['institution', '/linking/institutions', 'institution'],
    ['linking-session', '/linking/session', 'linking-session'],
    ['balance-inquiry', '/funding-sources/i1/balance', 'balance'],
    ['transfer-failure', '/transfers/i1/failure', 'failure'],
    ['listTransferFees', '/transfers/i1/fees', 'fee'],
    ['downloadDocument', '/operations/documents/i1/file', 'file'],
    ['approveDocument', '/operations/documents/i1/approvals', 'document-review'],
  ])('%s is at %s, of type %s', (kind, path, type) => {
    expect([pathOf(ref(kind, 'i1')), resourceTypeOf(ref(kind))]).toEqual([path, type]);
  });

  it.each<[ResourceRef['kind'], ConsumingService, string, string]>([
    ['listParkedKeys', 'transfers', '/operations/transfers/parked-keys', 'parked-key'],
    ['parked-key', 'webhooks', '/operations/webhooks/parked-keys/i1', 'parked-key'],
    ['parked-key-replay', 'transfers', '/operations/transfers/parked-keys/i1/replays', 'parked-key-replay'],
    ['listReadModels', 'transfers', '/operations/transfers/read-models', 'read-model'],
    ['read-model', 'funding-sources', '/operations/funding-sources/read-models/i1', 'read-model'],
    ['listSkippedMessages', 'webhooks', '/operations/webhooks/skipped-messages', 'skipped-message'],
    ['rebuildReadModel', 'webhooks', '/operations/webhooks/read-models/i1/rebuilds', 'read-model-rebuild'],
    ['stopReadModelRebuild', 'webhooks', '/operations/webhooks/read-models/i1/rebuilds/stop', 'read-model-rebuild'],
    ['swapReadModelRebuild', 'webhooks', '/operations/webhooks/read-models/i1/rebuilds/swap', 'read-model-rebuild'],
  ])('%s of %s is at %s, of type %s', (kind, service, path, type) => {
    expect([pathOf(ref(kind, 'i1', service)), resourceTypeOf(ref(kind))]).toEqual([path, type]);
  });

  it('a retry of a webhook is named by both ids in its path', () => {
    expect(pathOf(ref('webhook-retry', 'w1/r1'))).toBe('/webhooks/w1/retries/r1');
  });

  it('are addresses of the public API', () => {
    const paths = Object.values(publicRoutes).map(({ path }) => path.replace(':id', 'i1'));
    expect(paths).toContain(pathOf(ref('balance', 'i1')));
  });

  it.each<[ResourceKind, string]>([
    ['customer', 'customers'],
    ['funding-source', 'funding-sources'],
    ['transfer', 'transfers'],
    ['event', 'events'],
    ['webhook-retry', 'retries'],
    ['customer-limits', 'limits'],
    ['webhook-subscription', 'webhook-subscriptions'],
    ['parked-key', 'parked-keys'],
    ['read-model', 'read-models'],
  ])('a list of %s is embedded as %s', (kind, plural) => {
    expect(pluralOf(kind)).toBe(plural);
  });
});

describe('renderResource', () => {
  it('leaves out what is absent or null, links included, and keeps what is falsy', () => {
    const attributes = { name: '', removed: false, count: 0, phone: null, extra: undefined };
    const links = { account: ref('account', 'a1'), customer: undefined };
    const body = renderResource(resource('funding-source', { attributes, links }), view);
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      _links: {
        self: { href: 'https://localhost:8443/funding-sources/i1', type: TYPE, 'resource-type': 'funding-source' },
        account: { href: 'https://localhost:8443/accounts/a1', type: TYPE, 'resource-type': 'account' },
      },
      id: 'i1',
      name: '',
      removed: false,
      count: 0,
    });
  });

  it('embeds what it is made of, each part as it is by itself', () => {
    const part = resource('transfer', { attributes: { status: 'pending' } });
    const body = renderResource({ ...resource('payment'), embedded: { transfers: [part], fees: [] } }, view);
    expect(body).toMatchObject({ _embedded: { transfers: [renderResource(part, view)], fees: [] } });
  });

  it('embeds what is shown with it, by itself', () => {
    const shown = resource('customer');
    const body = renderResource({ ...resource('event'), attached: { resource: shown } }, view);
    expect(body).toMatchObject({ _embedded: { resource: renderResource(shown, view) } });
  });

  it('leaves out a link to a kind that a service of a later build adds', () => {
    const links = { account: ref('account', 'a1'), later: ref('later-kind' as ResourceKind, 'l1') };
    expect(Object.keys(renderResource(resource('funding-source', { links }), view)['_links'])).toEqual([
      'self',
      'account',
    ]);
  });

  it('embeds parts without a place of their own, with links where they have any', () => {
    const part = { attributes: { id: 'p1', name: 'Florist', note: null } };
    const linked = { ...part, links: { account: ref('account', 'a1'), customer: undefined } };
    const body = renderResource({ ...resource('business-classification'), parts: { parts: [part, linked] } }, view);
    const shown = { id: 'p1', name: 'Florist' };
    const account = { href: 'https://localhost:8443/accounts/a1', type: TYPE, 'resource-type': 'account' };
    expect(body['_embedded']).toEqual({ parts: [shown, { _links: { account }, ...shown }] });
  });

  it.each<ResourceKind>(['root', 'balance', 'micro-deposits', 'sandbox-simulation', 'trial-balance'])(
    'shows no id of %s, which has none of its own',
    (kind) => {
      expect(renderResource(resource(kind), view)).not.toHaveProperty('id');
    },
  );
});

describe('links in place', () => {
  const link = { href: '/transfers/t1', 'resource-type': 'transfer' };
  const attributes = { source: link, postings: [{ revision: 1, transfer: link }] };

  it('get the address and the media type of the client, however deep they are', () => {
    const rendered = renderResource(resource('statement', { attributes }), view);
    const whole = { href: `${view.baseUrl}/transfers/t1`, type: view.type.link, 'resource-type': 'transfer' };
    expect(rendered).toMatchObject({ source: whole, postings: [{ revision: 1, transfer: whole }] });
  });
});

describe('renderCollection', () => {
  it('embeds the items under their plural, beside the total', () => {
    const body = renderCollection(
      {
        type: 'collection',
        self: ref('listCustomerFundingSources', 'c1'),
        of: 'funding-source',
        items: [resource('funding-source', { attributes: { name: 'Bank' } })],
        total: 1,
        links: { customer: ref('customer', 'c1') },
      },
      view,
    );
    expect(body).toMatchObject({
      _links: {
        self: { href: 'https://localhost:8443/customers/c1/funding-sources', 'resource-type': 'funding-source' },
        customer: { href: 'https://localhost:8443/customers/c1' },
      },
      _embedded: { 'funding-sources': [{ id: 'i1', name: 'Bank' }] },
      total: 1,
    });
    expect(body).not.toHaveProperty('totalIsAtLeast');
  });

  it('has the fees of a transfer in the body itself too', () => {
    const items = [resource('transfer'), resource('transfer')];
    const body = renderCollection(
      {
        type: 'collection',
        self: ref('listTransferFees', 't1'),
        of: 'transfer',
        listedAs: feeNames,
        items,
        total: 2,
      },
      view,
    );
    const rendered = items.map((item) => renderResource(item, view));
    expect(body).toEqual({
      _links: { self: { href: 'https://localhost:8443/transfers/t1/fees', type: TYPE, 'resource-type': 'fee' } },
      _embedded: { fees: rendered },
      transactions: rendered,
      total: 2,
    });
  });
});

describe('problems', () => {
  it('have no list where nothing is listed', () => {
    expect(renderProblem({ type: 'error', code: 'NotFound', message: 'No.' }, view)).toEqual({
      code: 'NotFound',
      message: 'No.',
    });
  });

  it.each([
    ['BadRequest', 'invalid_request'],
    ['InvalidVersion', 'invalid_request'],
    ['ServiceUnavailable', 'temporarily_unavailable'],
    ['TooManyRequests', 'temporarily_unavailable'],
    ['ServerError', 'server_error'],
    ['RequestTimeout', 'server_error'],
  ])('of /token: %s is %s', (code, error) => {
    const problem = renderTokenProblem({ type: 'error', code, message: 'No.' }, view);
    expect(problem).toEqual({ error, error_description: 'No.', code, message: 'No.' });
  });
});

describe('a link with filters', () => {
  it('leads to what they match', () => {
    const transfers = { ...ref('listTransfers'), filters: { payment: 'p 1' } };
    expect(pathOf(transfers)).toBe('/transfers?payment=p+1');
    expect(renderResource(resource('payment', { links: { transfers } }), view)._links['transfers']).toEqual({
      href: 'https://localhost:8443/transfers?payment=p+1',
      type: TYPE,
      'resource-type': 'transfer',
    });
  });
});

describe('a list with facts beside its items', () => {
  it('states them at its top', () => {
    const attributes = { sums: [{ count: 1 }], sumsAreAtLeast: undefined };
    const page = { limit: 25, offset: 0 };
    const list = { type: 'collection', self: ref('listPayments'), of: 'payment', items: [], total: 0, page } as const;
    const { sums, ...body } = renderCollection({ ...list, attributes }, view);
    expect(sums).toEqual([{ count: 1 }]);
    expect(body).not.toHaveProperty('sumsAreAtLeast');
  });
});

import {
  type ApplicationPrincipal,
  type CollectionAnswer,
  type FormField,
  type Forms,
  ref,
  type ResourceAnswer,
  type Scope,
  scopes,
} from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { describe, expect, it } from '@jest/globals';
import { answerType } from '../media/answer-type.js';
import { render, type View } from './hal.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const HOST = 'https://localhost:8443';

interface Property {
  readonly name: string;
  readonly [member: string]: unknown;
}
interface Template {
  readonly title: string;
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly properties: readonly Property[];
}

const caller = (...granted: readonly Scope[]): ApplicationPrincipal => ({
  kind: 'application',
  applicationId: 'p1',
  accountId: 'a1',
  scopes: granted,
  may: 'read-write-transact',
});
const viewOf = (accepted: string, principal: ApplicationPrincipal): View => ({
  baseUrl: HOST,
  type: answerType(accepted, VENDOR),
  query: {},
  caller: principal,
});
const templatesOf = (answer: ResourceAnswer | CollectionAnswer, principal = caller(...scopes)) =>
  render(answer, viewOf('application/prs.hal-forms+json', principal))['_templates'] as Record<string, Template>;

const resource = (kind: ResourceAnswer['kind'], links: ResourceAnswer['links'], more?: object): ResourceAnswer => ({
  type: 'resource',
  kind,
  id: 'r1',
  attributes: {},
  links,
  ...more,
});
const transfer = resource('transfer', { cancel: ref('transfer', 'r1'), payment: ref('payment', 'p1') });

describe('the templates of a resource', () => {
  it('are of the links that do something, under their names', () => {
    expect(templatesOf(transfer)).toEqual({
      cancel: {
        title: 'Cancel',
        method: 'POST',
        target: `${HOST}/transfers/r1`,
        contentType: 'application/json',
        properties: [
          { name: 'status', prompt: 'Status', type: 'hidden', required: true, value: 'cancelled', readOnly: true },
        ],
      },
    });
    expect(templatesOf(resource('transfer', { payment: ref('payment', 'p1') }))).toEqual({});
  });

  it('are only of what the scopes and permissions of the token allow', () => {
    expect(templatesOf(transfer, caller('transactions', 'funding'))).toEqual({});
    expect(templatesOf(transfer, { ...caller('send'), may: 'read' })).toEqual({});
    expect(Object.keys(templatesOf(transfer, caller('send')))).toEqual(['cancel']);
  });

  it.each([VENDOR, 'application/hal+json', 'application/json'])('are not shown to whoever accepts %s', (accepted) => {
    expect(render(transfer, viewOf(accepted, caller(...scopes)))).not.toHaveProperty('_templates');
  });

  it('send what a link stands for as it stands, without fields to fill in', () => {
    const { suspend } = templatesOf(resource('customer', { suspend: ref('customer', 'r1') }));
    expect(suspend?.properties).toEqual([
      { name: 'status', prompt: 'Status', type: 'hidden', required: true, readOnly: true, value: 'suspended' },
    ]);
  });

  it('have texts as values, whatever is sent: the type says the rest', () => {
    const links = { self: ref('webhook-subscription', 'r1') };
    const attributes = { topics: ['customer_created', 'transfer_failed'], strictOrder: true, paused: true };
    const offered = { pause: ref('webhook-subscription', 'r1'), edit: ref('webhook-subscription', 'r1') };
    const { pause, edit } = templatesOf(resource('webhook-subscription', { ...links, ...offered }, { attributes }));
    expect(pause?.properties).toEqual([
      { name: 'paused', prompt: 'Paused', type: 'checkbox', required: true, readOnly: true, value: 'true' },
    ]);
    const topics = edit?.properties.find(({ name }) => name === 'topics');
    expect(topics).toMatchObject({ multiple: true, options: { selectedValues: attributes.topics } });
    expect(topics).not.toHaveProperty('value');
    const settings = { weeklyLimit: { value: '225.00', currency: 'USD' }, wires: false };
    const { edit: change } = templatesOf(
      resource('account-settings', { edit: ref('account-settings', 'r1') }, { attributes: settings }),
      { ...caller(...scopes), scopes: [...scopes, 'operator'] },
    );
    const valueOf = (name: string) => change?.properties.find((property) => property.name === name)?.['value'];
    expect([valueOf('weeklyLimit.value'), valueOf('wires')]).toEqual(['225.00', 'false']);
  });

  it('send what the resource shows elsewhere, hidden or filled in', () => {
    const links = { approve: ref('approveApplication', 'r1'), reject: ref('rejectApplication', 'r1') };
    const propertiesOf = (attributes: object) =>
      Object.values(templatesOf(resource('application-review', links, { attributes }))).map(({ properties }) =>
        properties.map(({ name, type, value }) => [name, type, value]),
      );
    const version = ['version', 'hidden', 'v1'];
    const waits = { version: 'v1', permissions: 'write' };
    expect(propertiesOf(waits)).toEqual([
      [version, ['permissions', 'text', 'write']],
      [version, ['reason', 'text', undefined]],
    ]);
    expect(propertiesOf({ ...waits, pending: { permissions: 'read-write-transact' } })[0]).toEqual([
      version,
      ['permissions', 'text', 'read-write-transact'],
    ]);
  });

  it('of a clock leave to the mode what banks do, and send a time only if somebody sets one', () => {
    const attributes = { mode: 'real', banks: 'on-request', now: '2031-01-02T12:00:00.000Z' };
    const { edit } = templatesOf(resource('sandbox-clock', { edit: ref('sandbox-clock') }, { attributes }));
    expect(edit?.properties.map(({ name, value }) => [name, value])).toEqual([
      ['mode', 'real'],
      ['banks', undefined],
      ['now', undefined],
    ]);
  });

  it('have the own end of a transfer filled in, and the list from which the other is chosen', () => {
    const links = { customer: ref('customer', 'c1'), 'transfer-send': ref('createTransfer') };
    const { 'transfer-send': send } = templatesOf(resource('funding-source', links));
    const { [0]: source, ...rest } = send?.properties ?? [];
    expect(source).toMatchObject({
      name: '_links.source.href',
      value: `${HOST}/funding-sources/r1`,
      readOnly: true,
    });
    const others = Object.values(rest) as Property[];
    expect(others.find(({ name }) => name === '_links.destination.href')).toMatchObject({
      required: true,
      options: {
        link: { href: `${HOST}/accounts/a1/funding-sources`, type: VENDOR },
        promptField: 'name',
        valueField: '_links.self.href',
      },
    });
    expect(others.find(({ name }) => name === 'amount.value')).toMatchObject({
      type: 'number',
      required: true,
      min: 0.01,
      max: 9_999_999_999.99,
      step: 0.01,
      placeholder: '225.00',
    });
    const elsewhere = render(resource('funding-source', links), {
      ...viewOf('application/prs.hal-forms+json', caller(...scopes)),
      baseUrl: 'https://pay.example',
    });
    expect(JSON.stringify(elsewhere)).not.toContain(HOST);
    expect(others.find(({ name }) => name === 'fees.0._links.charge-to.href')).toMatchObject({
      required: false,
      max: 50,
    });
  });

  it('fill in the balance of the owner where a bank and the balance are the two ends', () => {
    const links = { customer: ref('customer', 'c1'), 'transfer-to-balance': ref('createTransfer') };
    expect(templatesOf(resource('funding-source', links))['transfer-to-balance']?.properties).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '_links.source.href', value: `${HOST}/funding-sources/r1` }),
        expect.objectContaining({
          name: '_links.destination.href',
          value: `${HOST}/funding-sources/${balanceIdOf('c1')}`,
        }),
      ]),
    );
  });
});

describe('the templates of a customer', () => {
  const field = (more: Partial<FormField>): FormField => ({
    name: 'city',
    path: '/home/city',
    type: 'string',
    label: 'City',
    isRequired: true,
    ...more,
  });
  const countries = Array.from({ length: 250 }, (_, at) => ({ key: `C${at}`, label: `Country ${at}` }));
  const trade = field({
    path: '/trade',
    options: countries,
    choices: {
      list: 'listBusinessClassifications',
      prompt: '_embedded.industry-classifications.name',
      value: '_embedded.industry-classifications.id',
    },
  });
  const forms: Forms = {
    default: {
      title: 'Edit',
      target: ref('customer', 'r1'),
      fields: [field({}), field({ path: '/country', options: countries }), trade],
    },
    passport: { title: 'Edit', target: ref('customer', 'r1'), fields: [] },
  };
  const links = { edit: ref('customer', 'r1'), 'retry-verification': ref('customer', 'r1') };
  const templates = templatesOf(resource('customer', links, { forms, attributes: { home: { city: 'Ames' } } }));

  it('are those that its owner gives, one for each shape of each link', () => {
    expect(Object.keys(templates)).toEqual([
      'edit',
      'edit.passport',
      'retry-verification',
      'retry-verification.passport',
    ]);
    expect(templates['edit']?.properties).toEqual(templates['retry-verification']?.properties);
  });

  it('have the values that the resource shows', () => {
    expect(templates['edit']?.properties[0]).toMatchObject({ name: 'home.city', value: 'Ames' });
  });

  it('have options with their names, or the list that has them', () => {
    const [, country, chosen] = templates['edit']?.properties ?? [];
    expect(country).not.toHaveProperty('regex');
    expect(country?.['options']).toEqual({
      inline: countries.map(({ key, label }) => ({ value: key, prompt: label })),
    });
    expect(chosen?.['options']).toEqual({
      link: { href: `${HOST}/business-classifications`, type: VENDOR },
      promptField: '_embedded.industry-classifications.name',
      valueField: '_embedded.industry-classifications.id',
    });
  });
});

describe('the templates of a list', () => {
  const list: CollectionAnswer = {
    type: 'collection',
    self: ref('listCustomerFundingSources', 'c1'),
    of: 'funding-source',
    items: [],
    total: 0,
  };

  it('create what it has, one for each shape', () => {
    const templates = templatesOf(list);
    expect(Object.keys(templates)).toEqual(['default', 'partnerToken', 'plaidToken', 'bankAccountType']);
    expect(templates['default']).toMatchObject({
      method: 'POST',
      target: `${HOST}/customers/c1/funding-sources`,
      contentType: 'application/json',
    });
  });

  it('are none for a list that is closed, and for a token that may not write', () => {
    expect(templatesOf({ ...list, isClosed: true })).toEqual({});
    expect(templatesOf(list, caller('send'))).toEqual({});
  });

  it('ask for files in a form of several parts', () => {
    const documents = { ...list, self: ref('listCustomerDocuments', 'c1'), of: 'document' } as const;
    const { default: upload } = templatesOf(documents);
    expect(upload?.contentType).toBe('multipart/form-data');
    expect(upload?.properties).toMatchObject([{ name: 'documentType' }, { name: 'file', type: 'file' }]);
  });
});

import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { bankAccountTypes } from '../funding-sources/funding-sources.js';
import { count, id, time } from '../kernel/rows/schemas.js';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { bank, exampleIds, later } from '../kernel/rows/example.js';
import { defineResource } from '../kernel/rows/resource.js';
import { routesOf } from '../kernel/rows/route.js';
import { ofLogins, ofNewBanks } from '../funding-sources/refusals.js';

export const linkingToken = z.object({ token: text('token'), expires: time });

/** The texts for which an institution asks, one field each. */
export const fields = z
  .array(z.object({ name: text('name'), label: text('text'), type: z.enum(['text', 'password']) }))
  .readonly();

const funding = routesOf('funding-sources', 'funding');
const linking = routesOf('funding-sources', 'linking');
const anyone = routesOf('funding-sources', 'anyone');

const exampleToken = { token: 'eyJhbGciOiJkaXIifQ.c2FtcGxl', expires: later };

export const linkingResources = {
  'iav-token': defineResource({ attributes: linkingToken, links: {}, example: { attributes: exampleToken } }),
  'funding-sources-token': defineResource({
    attributes: linkingToken,
    links: {},
    example: { attributes: exampleToken },
  }),
  'provider-token': defineResource({ attributes: linkingToken, links: {}, example: { attributes: exampleToken } }),
  'linking-session': defineResource({
    attributes: z.object({
      /** Set only in the answer that opens the session. */
      token: text('token').optional(),
      step: z.enum(['login', 'questions', 'accounts', 'done']),
      expires: time,
      attemptsLeft: count,
      institution: z.object({ id, name: text('name') }).optional(),
      /** Further questions that the institution asks. */
      fields: fields.optional(),
      accounts: z
        .array(
          z.object({
            id: text('kept'),
            name: text('name'),
            bankAccountType: z.enum(bankAccountTypes),
            mask: text('account-number'),
            isEligible: z.boolean(),
          }),
        )
        .readonly()
        .optional(),
      /** A token from a provider's pages for the account that was chosen there. The client exchanges it. */
      publicToken: text('token').optional(),
      accountId: text('kept').optional(),
    }),
    links: { 'funding-source': 'funding-source' },
    example: {
      attributes: {
        step: 'accounts',
        expires: later,
        attemptsLeft: 4,
        institution: { id: exampleIds.other, name: 'First Harbor Bank' },
        accounts: [{ id: 'account-1', name: 'Everyday', bankAccountType: 'checking', mask: '6789', isEligible: true }],
      },
    },
  }),
  institution: defineResource({
    attributes: z.object({ id, name: text('name'), fields }),
    links: {},
    example: {
      attributes: {
        name: 'First Harbor Bank',
        fields: [{ name: 'username', label: 'User name', type: 'text' }],
      },
    },
  }),
  'linked-funding-source': defineResource({
    attributes: z.object({}),
    links: { 'funding-source': 'funding-source' },
    example: { attributes: {}, links: { 'funding-source': bank } },
  }),
};

const { pages, resource } = answersOf(linkingResources);

export const linkingRoutes = {
  createIavToken: funding.post('/customers/:id/iav-token', {
    category: 'writes',
    description: 'Issues a token with which a page links a bank of a customer by a login at its bank.',
    takes: [],
    answers: [resource('iav-token')],
    refuses: ['InvalidResourceState'],
  }),
  createFundingSourcesToken: funding.post('/customers/:id/funding-sources-token', {
    category: 'writes',
    description: 'Issues a token with which a page adds a bank of a customer by its numbers.',
    takes: [],
    answers: [resource('funding-sources-token')],
    refuses: ['InvalidResourceState'],
  }),
  createProviderToken: funding.post('/sandbox-provider-tokens', {
    category: 'writes',
    description: "Issues a token for the sandbox provider's own linking page.",
    sandboxOnly: true,
    takes: [],
    answers: [resource('provider-token')],
  }),
  openLinkingSession: linking.post('/linking/sessions', {
    category: 'writes',
    description: 'Opens a linking session for the token of a page. A token opens one session.',
    answers: [resource('linking-session')],
  }),
  getLinkingSession: linking.get('/linking/session', {
    description: 'Returns the step of a linking session, and what it asks for.',
    answers: [resource('linking-session')],
  }),
  listInstitutions: linking.get('/linking/institutions', {
    description: 'Lists the institutions at which a bank can be linked.',
    answers: [pages('institution')],
  }),
  logInToInstitution: linking.post('/linking/logins', {
    category: 'writes',
    description: 'Logs in to an institution with the answers to the fields that it asks for.',
    answers: [resource('linking-session')],
    refuses: ofLogins,
  }),
  answerInstitution: linking.post('/linking/answers', {
    category: 'writes',
    description: 'Answers the further questions of an institution.',
    answers: [resource('linking-session')],
    refuses: ofLogins,
  }),
  selectLinkedAccount: linking.post('/linking/selections', {
    category: 'writes',
    description: 'Chooses one of the accounts that the institution offers.',
    answers: [resource('linking-session')],
    refuses: ofNewBanks,
  }),
  linkFundingSource: linking.post('/linking/funding-sources', {
    category: 'writes',
    description: 'Adds the bank of a customer by its numbers, from a page.',
    answers: [resource('linked-funding-source')],
    refuses: ofNewBanks,
  }),
  getLinkingPage: anyone.get('/linking/applications/:id', {
    description: 'Returns the page on which a customer links a bank, for an application.',
    kind: 'passthrough',
    gives: ['text/html'],
    answers: [bytes],
  }),
  getLinkingAsset: anyone.get('/linking/assets/:id/:file', {
    description: 'Returns a script or a style sheet of the linking page.',
    kind: 'raw',
    gives: ['text/javascript', 'text/css'],
    answers: [bytes],
  }),
  getClientScript: anyone.get('/1/:file', {
    description: 'Returns the script that embeds the linking page in a page of the application.',
    kind: 'raw',
    gives: ['text/javascript'],
    answers: [bytes],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof linkingResources> {}
  interface RouteRows extends Readonly<typeof linkingRoutes> {}
}

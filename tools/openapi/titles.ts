import type { PublicRoute } from '@halyard/public-api';

/** Titles that do not follow from the name of the operation. */
const written: Partial<Readonly<Record<PublicRoute, string>>> = {
  getRoot: 'Get the root',
  getOpenApi: 'Get the OpenAPI document',
  getAsyncApi: 'Get the AsyncAPI document',
  createToken: 'Create an access token',
  getUserinfo: 'Get user info',
  getUserinfoByPost: 'Get user info by POST',
  authorize: 'Authorize an application',
  authorizeByForm: 'Authorize an application by form',
  showSessionEnd: 'End a session',
  showSessionEndByForm: 'End a session by form',
  getOpenIdConfiguration: 'Get the OpenID configuration',
  getPublicKeys: 'Get the public keys',
  getOwnAccountSettings: 'Get your account settings',
  getAccountSettings: "Get an account's settings",
  changeAccountSettings: "Change an account's settings",
  getApplicationSettings: 'Get the application settings',
  changeApplicationSettings: 'Change the application settings',
  changeOperatedPerson: 'Change a person of the operating account',
  removeOperatedPerson: 'Remove a person from the operating account',
  resetFactors: "Reset a person's second factors",
  getBeneficialOwnership: 'Get beneficial ownership',
  certifyBeneficialOwnership: 'Certify beneficial ownership',
  queryBusinessClassifications: 'List business classifications by POST',
  queryBusinessClassification: 'Get a business classification by POST',
  createCustomerFundingSource: 'Create a funding source for a customer',
  createAccountFundingSource: 'Create a funding source for your account',
  listPeople: 'List people',
  listFundingSources: 'List all funding sources',
  startOrVerifyMicroDeposits: 'Start or verify micro-deposits',
  getMicroDeposits: 'Get micro-deposits',
  createOnDemandAuthorization: 'Create an on-demand authorization',
  getOnDemandAuthorization: 'Get an on-demand authorization',
  createIavToken: 'Create an IAV token',
  logInToInstitution: 'Log in to an institution',
  getClientScript: 'Get the client script',
  getInstallationHealth: 'Get the health of the installation',
  getTrialBalance: 'Get the trial balance',
  getAccountConservation: "Get an account's money conservation",
  getOperatedConservation: "Get any account's money conservation",
  getConservation: 'Get money conservation',
  getStatistics: 'Get payment statistics',
};

/** A verb, and an owner whose part the operation is about: `getTransferFailure`, `listCustomerTransfers`. */
const OWNED =
  /^(?<verb>get|list|pull|upload)(?<owner>Customer|BeneficialOwner|Account|Person|Payment|Transfer|Subscription|Webhook|Document)(?<part>Limits|Standing|Timeline|Failure|Health|Retries|Reads|Documents?|Transfers|Fees|Webhooks|Events|FundingSources)$/;
/** Each service has these operations for its operators. */
const OF_SERVICE =
  /^(?<verb>[a-z]+)(?<service>Auth|Customers|FundingSources|Transfers|Webhooks)(?<part>(?:Parked|Foreign|Skipped|Read)[A-Z]\w*)$/;

const wordsOf = (name: string): string => name.replaceAll(/(?<=.)(?=[A-Z])/g, ' ').toLowerCase();
const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const withArticle = (noun: string): string => {
  if (noun.endsWith('s') && !noun.endsWith('ss')) return noun;
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
};

function titleByName(name: string): string {
  const { verb = '', service, part = '' } = OF_SERVICE.exec(name)?.groups ?? {};
  if (service !== undefined) return `${verb} ${withArticle(wordsOf(part))} of ${wordsOf(service)}`;
  const owned = OWNED.exec(name)?.groups;
  if (owned) {
    const { verb: done = '', owner = '', part: of = '' } = owned;
    return `${done} ${withArticle(wordsOf(owner))}'s ${wordsOf(of)}`;
  }
  const [first = '', ...noun] = wordsOf(name).split(' ');
  return noun.length === 0 ? first : `${first} ${withArticle(noun.join(' '))}`;
}

/** An operation's title in words: `createCustomer` -> `Create a customer`. */
export const operationTitle = (name: PublicRoute): string => written[name] ?? capitalized(titleByName(name));

// Generated from docs/openapi.json by npm run openapi.
import type { Created, LinkTo } from './hal.js';

export type ClientOptions = {
  baseUrl: `${string}://${string}` | (string & {});
};

/**
 * A link (HAL): the URL of what a relation names.
 */
export type Link = {
  href: string;
  /**
   * The media type that a GET is answered with.
   */
  type?: string;
  'resource-type'?: string;
};

export type Root = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Root>;
    account?: LinkTo<Account>;
    customers?: LinkTo<CustomerList>;
    'funding-sources'?: LinkTo<FundingSourceList>;
    transfers?: LinkTo<TransferList>;
    events?: LinkTo<EventList>;
    'webhook-subscriptions'?: LinkTo<WebhookSubscriptionList>;
    simulate?: Link;
  };
};

export type IdempotencyKey = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<IdempotencyKey>;
  };
  key: string;
  readonly uses: Array<{
    _links: {
      resource?: {
        href: string;
        type?: string;
        'resource-type'?: string;
      };
    };
    application?: {
      id: string;
      name: string;
    };
    method: string;
    /**
     * As it was requested, without the query.
     */
    path: string;
    firstUsed: string;
    expires: string;
    /**
     * `done`: repeats get the outcome. `released`: it was refused, so a repeat is decided anew.
     */
    state: 'running' | 'done' | 'released';
    /**
     * When the state was reached.
     */
    at: string;
    status?: number;
    location?: string;
  }>;
};

export type Search = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Search>;
  };
  /**
   * There are more than are shown.
   */
  more?: true;
  /**
   * What could not be asked in time.
   */
  readonly missing?: Array<'auth' | 'customers' | 'funding-sources' | 'transfers' | 'webhooks'>;
  _embedded?: {
    results?: Array<unknown>;
  };
};

export type Request = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Request>;
    account?: LinkTo<Account>;
    resource?: LinkTo<Customer | BeneficialOwner | Document | FundingSource | Transfer>;
    'idempotency-key'?: LinkTo<IdempotencyKey>;
  };
  id: string;
  created: string;
  method: string;
  path: string;
  route?: string;
  status: number;
  code?: string;
  durationMs: number;
  who: {
    application: {
      id: string;
      name: string;
    };
    person?: {
      id: string;
    };
  };
  address: string;
  key?: true;
  replayed?: true;
  resource?: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  trace: string;
  request?: {
    headers: {
      [key: string]: string;
    };
    bytes: number;
    body?: unknown;
    truncated?: true;
  };
  response?: {
    headers: {
      [key: string]: string;
    };
    bytes: number;
    body?: unknown;
    truncated?: true;
  };
  caused?: {
    timeline?: {
      href: string;
      type?: string;
      'resource-type'?: string;
    };
    readonly events: Array<{
      topic: string;
      event: {
        href: string;
        type?: string;
        'resource-type'?: string;
      };
    }>;
    more?: true;
  };
};

export type Account = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Account>;
    receive?: LinkTo<TransferList>;
    send?: LinkTo<TransferList>;
    'funding-sources'?: LinkTo<FundingSourceList>;
    transfers?: LinkTo<TransferList>;
    customers?: LinkTo<CustomerList>;
    statistics?: LinkTo<Statistics>;
  };
  id: string;
  name?: string;
  timezoneOffset?: number;
  type?: string;
};

export type AccountSettings = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<AccountSettings>;
    account?: LinkTo<Account>;
    edit?: LinkTo<AccountSettings>;
  };
  weeklyLimit: {
    value: string;
    currency: 'USD';
  };
  transferLimit: {
    value: string;
    currency: 'USD';
  };
  sameDayClearing: boolean;
  wires: boolean;
  requireSecondFactor: boolean;
};

export type OwnAccountSettings = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<OwnAccountSettings>;
    account?: LinkTo<Account>;
  };
  weeklyLimit: {
    value: string;
    currency: 'USD';
  };
  transferLimit: {
    value: string;
    currency: 'USD';
  };
  sameDayClearing: boolean;
  wires: boolean;
  requireSecondFactor: boolean;
};

export type ApplicationSettings = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationSettings>;
    edit?: LinkTo<ApplicationSettings>;
  };
  readonly origins: Array<string>;
};

export type Person = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Person>;
    edit?: LinkTo<Person>;
    remove?: LinkTo<Person>;
  };
  id: string;
  email: string;
  name: string;
  role: 'viewer' | 'member' | 'treasurer' | 'owner' | 'operator';
  /**
   * How many integrations the change disconnects from the account.
   */
  disconnected?: number;
};

export type Invitation = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Invitation>;
    withdraw?: LinkTo<Invitation>;
  };
  id: string;
  email: string;
  name: string;
  role: 'viewer' | 'member' | 'treasurer' | 'owner';
  created: string;
  expires: string;
};

export type SecurityEvent = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SecurityEvent>;
  };
  id: string;
  type:
    | 'login_succeeded'
    | 'login_failed'
    | 'logout'
    | 'password_changed'
    | 'factor_added'
    | 'factor_removed'
    | 'consent_granted'
    | 'consent_denied'
    | 'consent_withdrawn'
    | 'token_reuse_detected'
    | 'application_registered'
    | 'application_approved'
    | 'application_rejected'
    | 'application_suspended'
    | 'application_reinstated'
    | 'secret_rotated'
    | 'person_invited'
    | 'person_joined'
    | 'person_removed'
    | 'person_suspended'
    | 'signing_key_rotated';
  created: string;
  personId?: string;
  applicationId?: string;
  network?: string;
  userAgent?: string;
  method?: string;
};

export type SigningKeyRotation = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SigningKeyRotation>;
  };
  id: string;
  /**
   * The new keys are published and sign nothing yet, sign beside former ones that verify, or are the only ones; or an emergency has withdrawn them.
   */
  status: 'published' | 'signing' | 'done' | 'withdrawn';
  emergency: boolean;
  leadSeconds: number;
  /**
   * The `kid` of each new key.
   */
  readonly keys: Array<string>;
  /**
   * The application that asked for it.
   */
  operator: string;
  /**
   * The person who did so.
   */
  personId?: string;
  created: string;
  /**
   * When the new keys begin to sign.
   */
  signsFrom: string;
  /**
   * Until when the former keys verify.
   */
  formerUntil: string;
};

export type Application = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Application>;
    edit?: LinkTo<Application>;
    'rotate-secret'?: Link;
  };
  id: string;
  name: string;
  kind: 'server' | 'integration' | 'first-party';
  key: string;
  status: 'waiting' | 'active' | 'rejected' | 'suspended';
  reason?: string;
  readonly scopes: Array<
    'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'operator'
  >;
  permissions: 'read' | 'write' | 'read-write-transact';
  readonly redirectUrls: Array<string>;
  readonly postLogoutRedirectUrls: Array<string>;
  readonly origins: Array<string>;
  strictRedirects: boolean;
  requirePkce: boolean;
  created: string;
  pending?: {
    name?: string;
    readonly redirectUrls?: Array<string>;
    readonly scopes?: Array<
      'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'operator'
    >;
    permissions?: 'read' | 'write' | 'read-write-transact';
  };
};

export type ApplicationSecret = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationSecret>;
  };
  secret: string;
};

export type ApplicationReview = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationReview>;
    account?: LinkTo<Account>;
    approve?: Link;
    reject?: Link;
    suspend?: Link;
    reinstate?: Link;
  };
  id: string;
  name: string;
  kind: 'server' | 'integration' | 'first-party';
  key: string;
  status: 'waiting' | 'active' | 'rejected' | 'suspended';
  reason?: string;
  readonly scopes: Array<
    'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'operator'
  >;
  permissions: 'read' | 'write' | 'read-write-transact';
  readonly redirectUrls: Array<string>;
  readonly postLogoutRedirectUrls: Array<string>;
  readonly origins: Array<string>;
  strictRedirects: boolean;
  requirePkce: boolean;
  created: string;
  pending?: {
    name?: string;
    readonly redirectUrls?: Array<string>;
    readonly scopes?: Array<
      'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'operator'
    >;
    permissions?: 'read' | 'write' | 'read-write-transact';
  };
  /**
   * While it waits: changes with whatever an approval is about, and names it.
   */
  version?: string;
};

export type AccountStanding = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<AccountStanding>;
    account?: LinkTo<Account>;
    edit?: LinkTo<AccountSettings>;
    suspend?: Link;
    reinstate?: Link;
  };
  id: string;
  status: 'active' | 'suspended';
  reason?: string;
  created: string;
  name: string;
};

export type PersonStanding = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PersonStanding>;
    suspend?: Link;
    reinstate?: Link;
    'reset-factors'?: Link;
    edit?: LinkTo<PersonStanding>;
    remove?: LinkTo<PersonStanding>;
  };
  id: string;
  status: 'active' | 'suspended';
  reason?: string;
  created: string;
  hasSecondFactor: boolean;
  /**
   * The role in the installation's own account, of who belongs to it.
   */
  role?: 'viewer' | 'member' | 'treasurer' | 'owner' | 'operator';
  name?: string;
  email?: string;
};

export type Customer = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Customer>;
    'funding-sources'?: LinkTo<FundingSourceList>;
    transfers?: LinkTo<TransferList>;
    receive?: LinkTo<TransferList>;
    send?: LinkTo<TransferList>;
    edit?: LinkTo<Customer>;
    'edit-form'?: LinkTo<Customer>;
    deactivate?: LinkTo<Customer>;
    suspend?: LinkTo<Customer>;
    reactivate?: LinkTo<Customer>;
    'retry-verification'?: LinkTo<Customer>;
    'retry-with-full-ssn'?: LinkTo<Customer>;
    'verify-with-document'?: LinkTo<DocumentList>;
    'verify-business-with-document'?: LinkTo<DocumentList>;
    'verify-controller-and-business-with-document'?: LinkTo<DocumentList>;
    'beneficial-owners'?: LinkTo<BeneficialOwnerList>;
    'verify-beneficial-owners'?: LinkTo<BeneficialOwnerList>;
    'certify-beneficial-ownership'?: LinkTo<BeneficialOwnership>;
  };
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  type: 'unverified' | 'receive-only' | 'personal' | 'business';
  status: 'unverified' | 'retry' | 'document' | 'verified' | 'suspended' | 'deactivated';
  created: string;
  address1?: string;
  address2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  phone?: string;
  businessName?: string;
  doingBusinessAs?: string;
  website?: string;
  businessType?: 'soleProprietorship' | 'llc' | 'corporation' | 'partnership';
  businessClassification?: string;
  controller?: {
    firstName: string;
    lastName: string;
    title: string;
    address: {
      address1: string;
      address2?: string;
      address3?: string;
      city: string;
      stateProvinceRegion: string;
      postalCode?: string;
      country: string;
    };
  };
  correlationId?: string;
  _embedded?: {
    errors?: Array<{
      [key: string]: unknown;
    }>;
  };
};

export type CustomerStanding = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<CustomerStanding>;
    account?: LinkTo<Account>;
    reinstate?: Link;
    erase?: Link;
    hold?: LinkTo<LegalHoldList>;
    'legal-holds'?: LinkTo<LegalHoldList>;
    erasure?: LinkTo<Erasure>;
  };
  id: string;
  type: 'unverified' | 'receive-only' | 'personal' | 'business';
  status: 'unverified' | 'retry' | 'document' | 'verified' | 'suspended' | 'deactivated';
};

export type BeneficialOwner = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BeneficialOwner>;
    'retry-verification'?: LinkTo<BeneficialOwner>;
    'verify-with-document'?: LinkTo<DocumentList>;
    remove?: LinkTo<BeneficialOwner>;
  };
  id: string;
  firstName: string;
  lastName: string;
  address: {
    address1: string;
    address2?: string;
    address3?: string;
    city: string;
    stateProvinceRegion: string;
    postalCode?: string;
    country: string;
  };
  verificationStatus: 'verified' | 'document' | 'incomplete';
  created: string;
};

export type BeneficialOwnership = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BeneficialOwnership>;
    'certify-beneficial-ownership'?: LinkTo<BeneficialOwnership>;
  };
  status: 'uncertified' | 'certified' | 'recertify';
};

export type Document = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Document>;
  };
  id: string;
  status: 'pending' | 'reviewed';
  type: 'passport' | 'license' | 'idCard' | 'other';
  created: string;
  documentVerificationStatus: 'pending' | 'accepted' | 'rejected';
  failureReason?:
    | 'ScanNotReadable'
    | 'ScanNotUploaded'
    | 'ScanIdTypeNotSupported'
    | 'ScanNameMismatch'
    | 'ScanDobMismatch'
    | 'ScanFailedOther'
    | 'FailedOther'
    | 'ScanIdExpired'
    | 'ScanIdUnrecognized'
    | 'BusinessDocNotSupported'
    | 'BusinessNameMismatch'
    | 'BusinessTypeMismatch'
    | 'ForeignPassportNotAllowed';
  readonly allFailureReasons?: Array<{
    reason:
      | 'ScanNotReadable'
      | 'ScanNotUploaded'
      | 'ScanIdTypeNotSupported'
      | 'ScanNameMismatch'
      | 'ScanDobMismatch'
      | 'ScanFailedOther'
      | 'FailedOther'
      | 'ScanIdExpired'
      | 'ScanIdUnrecognized'
      | 'BusinessDocNotSupported'
      | 'BusinessNameMismatch'
      | 'BusinessTypeMismatch'
      | 'ForeignPassportNotAllowed';
    description: string;
  }>;
};

export type DocumentReview = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentReview>;
    customer?: LinkTo<Customer>;
    file?: Link;
    reads?: LinkTo<DocumentReadList>;
    approve?: Link;
    reject?: Link;
  };
  id: string;
  status: 'pending' | 'reviewed';
  type: 'passport' | 'license' | 'idCard' | 'other';
  created: string;
  documentVerificationStatus: 'pending' | 'accepted' | 'rejected';
  failureReason?:
    | 'ScanNotReadable'
    | 'ScanNotUploaded'
    | 'ScanIdTypeNotSupported'
    | 'ScanNameMismatch'
    | 'ScanDobMismatch'
    | 'ScanFailedOther'
    | 'FailedOther'
    | 'ScanIdExpired'
    | 'ScanIdUnrecognized'
    | 'BusinessDocNotSupported'
    | 'BusinessNameMismatch'
    | 'BusinessTypeMismatch'
    | 'ForeignPassportNotAllowed';
  readonly allFailureReasons?: Array<{
    reason:
      | 'ScanNotReadable'
      | 'ScanNotUploaded'
      | 'ScanIdTypeNotSupported'
      | 'ScanNameMismatch'
      | 'ScanDobMismatch'
      | 'ScanFailedOther'
      | 'FailedOther'
      | 'ScanIdExpired'
      | 'ScanIdUnrecognized'
      | 'BusinessDocNotSupported'
      | 'BusinessNameMismatch'
      | 'BusinessTypeMismatch'
      | 'ForeignPassportNotAllowed';
    description: string;
  }>;
  mediaType: 'image/jpeg' | 'image/png' | 'application/pdf';
  size: number;
  reviewed?: string;
  /**
   * The application that decided on it; absent when the sandbox did.
   */
  reviewedBy?: string;
  /**
   * The person who did so.
   */
  personId?: string;
};

export type DocumentRead = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentRead>;
  };
  application: string;
  /**
   * The person who asked for it.
   */
  personId?: string;
  at: string;
};

export type BusinessClassification = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BusinessClassification>;
  };
  id: string;
  name: string;
  _embedded?: {
    'industry-classifications'?: Array<{
      [key: string]: unknown;
    }>;
  };
};

export type Erasure = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Erasure>;
    customer?: LinkTo<Customer>;
  };
  id: string;
  status: 'pending' | 'refused' | 'done';
  reason: string;
  /**
   * The application that asked for it.
   */
  operator: string;
  /**
   * The person who did so.
   */
  personId?: string;
  created: string;
  ended?: string;
  /**
   * Of one that was refused after it had begun.
   */
  obstacles?: Array<'MoneyPending' | 'BalanceNotZero' | 'LegalHold' | 'RetentionPeriod'>;
  confirmations: Array<{
    service: 'customers' | 'funding-sources' | 'transfers' | 'webhooks';
    at: string;
  }>;
  waitsFor: Array<'customers' | 'funding-sources' | 'transfers' | 'webhooks'>;
};

export type LegalHold = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<LegalHold>;
    customer?: LinkTo<Customer>;
    lift?: LinkTo<LegalHold>;
  };
  id: string;
  reason: string;
  /**
   * The application that set it.
   */
  operator: string;
  /**
   * The person who did so.
   */
  personId?: string;
  created: string;
  lifted?: string;
  /**
   * The application that lifted it.
   */
  liftedBy?: string;
  /**
   * The person who did so.
   */
  liftedByPersonId?: string;
};

export type FundingSource = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<FundingSource>;
    account?: LinkTo<Account>;
    customer?: LinkTo<Customer>;
    balance?: LinkTo<Balance>;
    edit?: LinkTo<FundingSource>;
    statement?: LinkTo<Statement>;
    remove?: LinkTo<FundingSource>;
    'with-available-balance'?: LinkTo<FundingSource>;
    'transfer-send'?: LinkTo<TransferList>;
    'transfer-receive'?: LinkTo<TransferList>;
    'transfer-from-balance'?: LinkTo<TransferList>;
    'transfer-to-balance'?: LinkTo<TransferList>;
    'initiate-micro-deposits'?: LinkTo<MicroDeposits>;
    'verify-micro-deposits'?: LinkTo<MicroDeposits>;
    'failed-verification-micro-deposits'?: LinkTo<MicroDeposits>;
  };
  id: string;
  status: 'unverified' | 'verified';
  type: 'bank' | 'balance';
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan';
  name: string;
  created: string;
  removed: boolean;
  readonly channels?: Array<'ach' | 'wire'>;
  bankName?: string;
  lastFour?: string;
  fingerprint?: string;
  iavAccountHolders?: {
    selected: string;
    readonly other: Array<string>;
  };
};

export type Balance = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Balance>;
    'funding-source'?: LinkTo<FundingSource>;
  };
  balance: {
    value: string;
    currency: 'USD';
  };
  total: {
    value: string;
    currency: 'USD';
  };
  lastUpdated: string;
};

export type Statement = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Statement>;
    'funding-source'?: LinkTo<FundingSource>;
    account?: LinkTo<Account>;
  };
  source: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  account: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  from: string;
  to: string;
  made: string;
  opening: {
    revision: number;
    balance: {
      value: string;
      currency: 'USD';
    };
  };
  closing: {
    revision: number;
    balance: {
      value: string;
      currency: 'USD';
    };
  };
  readonly postings: Array<{
    revision: number;
    at: string;
    amount: {
      value: string;
      currency: 'USD';
    };
    balance: {
      value: string;
      currency: 'USD';
    };
    transfer: {
      href: string;
      type?: string;
      'resource-type'?: string;
    };
  }>;
};

export type BalanceInquiry = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BalanceInquiry>;
    'funding-source'?: LinkTo<FundingSource>;
  };
  status: 'processing';
};

export type MicroDeposits = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<MicroDeposits>;
    'verify-micro-deposits'?: LinkTo<MicroDeposits>;
  };
  created: string;
  status: 'pending' | 'processed' | 'failed';
  attemptsLeft?: number;
  failure?: {
    code: string;
    description: string;
  };
};

export type OnDemandAuthorization = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<OnDemandAuthorization>;
  };
  bodyText: string;
  buttonText: string;
};

export type PartnerToken = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PartnerToken>;
  };
  partnerToken: string;
  expires: string;
};

export type IavToken = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<IavToken>;
  };
  token: string;
  expires: string;
};

export type FundingSourcesToken = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<FundingSourcesToken>;
  };
  token: string;
  expires: string;
};

export type ProviderToken = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ProviderToken>;
  };
  token: string;
  expires: string;
};

export type LinkingSession = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<LinkingSession>;
    'funding-source'?: LinkTo<FundingSource>;
  };
  token?: string;
  step: 'login' | 'questions' | 'accounts' | 'done';
  expires: string;
  attemptsLeft: number;
  institution?: {
    id: string;
    name: string;
  };
  readonly fields?: Array<{
    name: string;
    label: string;
    type: 'text' | 'password';
  }>;
  readonly accounts?: Array<{
    id: string;
    name: string;
    bankAccountType: 'checking' | 'savings' | 'general-ledger' | 'loan';
    mask: string;
    isEligible: boolean;
  }>;
  publicToken?: string;
  accountId?: string;
};

export type Institution = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Institution>;
  };
  id: string;
  name: string;
  readonly fields: Array<{
    name: string;
    label: string;
    type: 'text' | 'password';
  }>;
};

export type LinkedFundingSource = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<LinkedFundingSource>;
    'funding-source'?: LinkTo<FundingSource>;
  };
};

export type Transfer = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Transfer>;
    source?: LinkTo<Account | Customer | FundingSource>;
    destination?: LinkTo<Account | Customer | FundingSource>;
    'source-funding-source'?: LinkTo<FundingSource>;
    'destination-funding-source'?: LinkTo<FundingSource>;
    payment?: LinkTo<Payment>;
    'funding-transfer'?: LinkTo<Transfer>;
    'funded-transfer'?: LinkTo<Transfer>;
    'created-from-transfer'?: LinkTo<Transfer>;
    fees?: LinkTo<TransferList>;
    cancel?: LinkTo<Transfer>;
    simulate?: Link;
    failure?: LinkTo<TransferFailure>;
    timeline?: LinkTo<TransferTimeline>;
  };
  id: string;
  status: 'pending' | 'processed' | 'failed' | 'cancelled';
  amount: {
    value: string;
    currency: 'USD' | 'usd';
  };
  created: string;
  clearing?: {
    source?: string;
    destination?: string;
  };
  individualAchId?: string;
  metadata?: {
    [key: string]: string;
  };
  correlationId?: string;
  did?: 'settled' | 'returned' | 'late-return';
};

export type TransferFailure = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<TransferFailure>;
    'failed-funding-source'?: LinkTo<FundingSource>;
    customer?: LinkTo<Customer>;
  };
  code: string;
  description: string;
  explanation: string;
};

export type Payment = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Payment>;
    transfer?: LinkTo<Transfer>;
    timeline?: LinkTo<PaymentTimeline>;
  };
  id: string;
  status: 'pending' | 'processed' | 'failed' | 'cancelled';
  amount: {
    value: string;
    currency: 'USD';
  };
  created: string;
  correlationId?: string;
  failure?: {
    transfer: string;
    code: string;
    description: string;
  };
  readonly expected: Array<{
    transfer: string;
    earliest: string;
    latest: string;
  }>;
  readonly timeline: Array<{
    at: string;
    event: string;
    transfer: string;
  }>;
};

export type CustomerLimits = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<CustomerLimits>;
    customer?: LinkTo<Customer>;
  };
  weekly?: {
    limit: {
      value: string;
      currency: 'USD';
    };
    used: {
      value: string;
      currency: 'USD';
    };
    left: {
      value: string;
      currency: 'USD';
    };
    from: string;
    to: string;
  };
  transfer?: {
    limit: {
      value: string;
      currency: 'USD';
    };
  };
};

export type SandboxSimulation = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SandboxSimulation>;
    transfers?: LinkTo<TransferList>;
  };
  total: number;
};

export type TrialBalance = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<TrialBalance>;
  };
  balanced: boolean;
  unsettledPayments: number;
  postedBalances: {
    value: string;
    currency: 'USD';
  };
  paymentsInTransit: {
    value: string;
    currency: 'USD';
  };
  bankClearingIn: {
    value: string;
    currency: 'USD';
  };
  bankClearingOut: {
    value: string;
    currency: 'USD';
  };
  paymentsIn: {
    value: string;
    currency: 'USD';
  };
  paymentsOut: {
    value: string;
    currency: 'USD';
  };
};

export type Conservation = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Conservation>;
    account?: LinkTo<Account>;
  };
  /**
   * `postedBalances` and `inTransit` are `fromBanks` less `toBanks`, and no payment that ended is in transit.
   */
  balanced: boolean;
  /**
   * The sum of `total` of all balances.
   */
  postedBalances: {
    value: string;
    currency: 'USD';
  };
  inTransit: {
    value: string;
    currency: 'USD';
  };
  /**
   * With what the installation paid for micro-deposits.
   */
  fromBanks: {
    value: string;
    currency: 'USD';
  };
  toBanks: {
    value: string;
    currency: 'USD';
  };
  /**
   * Payments that have ended and left something in transit.
   */
  unsettledPayments: number;
  /**
   * The last event that is counted: the sums are exact there.
   */
  events: number;
  now: string;
  firstUnbalanced?: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
};

export type OperatedConservation = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<OperatedConservation>;
  };
  /**
   * `postedBalances` and `inTransit` are `fromBanks` less `toBanks`, and no payment that ended is in transit.
   */
  balanced: boolean;
  /**
   * The sum of `total` of all balances.
   */
  postedBalances: {
    value: string;
    currency: 'USD';
  };
  inTransit: {
    value: string;
    currency: 'USD';
  };
  /**
   * With what the installation paid for micro-deposits.
   */
  fromBanks: {
    value: string;
    currency: 'USD';
  };
  toBanks: {
    value: string;
    currency: 'USD';
  };
  /**
   * Payments that have ended and left something in transit.
   */
  unsettledPayments: number;
  /**
   * The last event that is counted: the sums are exact there.
   */
  events: number;
  now: string;
  firstUnbalanced?: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
};

export type ConservationOfAll = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ConservationOfAll>;
  };
  balanced: boolean;
  /**
   * The system's time. Everything that was stored until then is counted.
   */
  asOf: string;
  lagSeconds: number;
};

export type Statistics = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Statistics>;
    account?: LinkTo<Account>;
  };
  from: string;
  /**
   * Included, as `from` is.
   */
  to: string;
  now: string;
  /**
   * The last event that is counted: the sums are exact there.
   */
  events: number;
  /**
   * In order of date, flow and status. What a day did not have has no row.
   */
  readonly days: Array<{
    /**
     * Of `created`: the UTC day of the account's time.
     */
    date: string;
    flow:
      | 'bank-to-balance'
      | 'balance-to-bank'
      | 'bank-to-bank'
      | 'balance-to-balance'
      | 'balance-to-wire'
      | 'bank-to-wire'
      | 'fee';
    status: 'pending' | 'processed' | 'failed' | 'cancelled';
    count: number;
    amount: {
      value: string;
      currency: 'USD';
    };
  }>;
  /**
   * The sums of `days`.
   */
  readonly totals: Array<{
    flow:
      | 'bank-to-balance'
      | 'balance-to-bank'
      | 'bank-to-bank'
      | 'balance-to-balance'
      | 'balance-to-wire'
      | 'bank-to-wire'
      | 'fee';
    status: 'pending' | 'processed' | 'failed' | 'cancelled';
    count: number;
    amount: {
      value: string;
      currency: 'USD';
    };
  }>;
};

export type PaymentTimeline = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PaymentTimeline>;
    next?: LinkTo<PaymentTimeline>;
  };
  payment: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  /**
   * What could not be asked: its entries are left out.
   */
  readonly missing: Array<'webhooks'>;
  _embedded?: {
    entries: Array<
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'request';
          trace?: string;
          requestId?: string;
          method: string;
          route: string;
          /**
           * An Idempotency-Key came with it.
           */
          key: boolean;
          application?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          person?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'state';
          trace?: string;
          transfer: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          status: 'pending' | 'processed' | 'failed' | 'cancelled';
          code?: string;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'posting';
          trace?: string;
          /**
           * `balance:<funding source>`, `transit:<payment>` or `banks`.
           */
          from: string;
          to: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * What is posted on the balance after it.
           */
          balanceAfter?: {
            value: string;
            currency: 'USD';
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'limit';
          trace?: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * The Monday on which it begins, UTC.
           */
          week: string;
          direction: 'taken' | 'given-back';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'bank';
          trace?: string;
          did: 'submitted' | 'settled' | 'returned' | 'corrected';
          code?: string;
          because: 'simulation' | 'sentinel' | 'partner' | 'cancel';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'event';
          trace?: string;
          topic: string;
          position: number;
          event: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'delivery';
          trace?: string;
          subscription: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          sequence: number;
          readonly attempts: Array<{
            timestamp: string;
            status?: number;
            error?: string;
            durationMs: number;
            webhook: {
              href: string;
              type?: string;
              'resource-type'?: string;
            };
          }>;
          /**
           * How many replays sent it again.
           */
          replayed: number;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'dropped';
          trace?: string;
          what: string;
          /**
           * What was recorded before is no longer kept.
           */
          before: string;
        }
    >;
  };
};

export type TransferTimeline = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<TransferTimeline>;
    next?: LinkTo<TransferTimeline>;
  };
  payment: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  transfer: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  /**
   * What could not be asked: its entries are left out.
   */
  readonly missing: Array<'webhooks'>;
  _embedded?: {
    entries: Array<
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'request';
          trace?: string;
          requestId?: string;
          method: string;
          route: string;
          /**
           * An Idempotency-Key came with it.
           */
          key: boolean;
          application?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          person?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'state';
          trace?: string;
          transfer: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          status: 'pending' | 'processed' | 'failed' | 'cancelled';
          code?: string;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'posting';
          trace?: string;
          /**
           * `balance:<funding source>`, `transit:<payment>` or `banks`.
           */
          from: string;
          to: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * What is posted on the balance after it.
           */
          balanceAfter?: {
            value: string;
            currency: 'USD';
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'limit';
          trace?: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * The Monday on which it begins, UTC.
           */
          week: string;
          direction: 'taken' | 'given-back';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'bank';
          trace?: string;
          did: 'submitted' | 'settled' | 'returned' | 'corrected';
          code?: string;
          because: 'simulation' | 'sentinel' | 'partner' | 'cancel';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'event';
          trace?: string;
          topic: string;
          position: number;
          event: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'delivery';
          trace?: string;
          subscription: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          sequence: number;
          readonly attempts: Array<{
            timestamp: string;
            status?: number;
            error?: string;
            durationMs: number;
            webhook: {
              href: string;
              type?: string;
              'resource-type'?: string;
            };
          }>;
          /**
           * How many replays sent it again.
           */
          replayed: number;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'dropped';
          trace?: string;
          what: string;
          /**
           * What was recorded before is no longer kept.
           */
          before: string;
        }
    >;
  };
};

export type WebhookSubscription = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookSubscription>;
    webhooks?: LinkTo<WebhookList>;
    health?: LinkTo<SubscriptionHealth>;
    edit?: LinkTo<WebhookSubscription>;
    pause?: LinkTo<WebhookSubscription>;
    resume?: LinkTo<WebhookSubscription>;
    replay?: LinkTo<ReplayList>;
    remove?: LinkTo<WebhookSubscription>;
  };
  id: string;
  url: string;
  paused: boolean;
  pauseReason?: 'requested' | 'failures' | 'retries-exhausted';
  created: string;
  description?: string;
  /**
   * Everything where it is absent.
   */
  readonly topics?: Array<string>;
  strictOrder: boolean;
  /**
   * Whose it is, for people who see those of all applications.
   */
  application?: string;
  secretRotation?: 'started';
};

export type SubscriptionHealth = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SubscriptionHealth>;
    subscription?: LinkTo<WebhookSubscription>;
  };
  sequence: number;
  backlog: number;
  oldestWaiting?: string;
  lastSuccess?: string;
  lastFailure?: string;
  day: {
    attempts: number;
    failed: number;
  };
};

export type Webhook = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Webhook>;
    subscription?: LinkTo<WebhookSubscription>;
    retry?: LinkTo<WebhookRetryList>;
    event?: LinkTo<Event>;
  };
  id: string;
  topic: string;
  accountId: string;
  eventId: string;
  subscriptionId: string;
  sequence: number;
  state: 'pending' | 'waiting' | 'held' | 'delivered' | 'failed';
  nextRetry?: string;
  readonly attempts: Array<{
    id: string;
    request: {
      timestamp: string;
      url: string;
      readonly headers: Array<{
        name: string;
        value: string;
      }>;
      body?: string;
    };
    response?: {
      timestamp: string;
      readonly headers: Array<{
        name: string;
        value: string;
      }>;
      statusCode: number;
      body?: string;
    };
    error?: string;
    durationMs: number;
  }>;
};

export type WebhookRetry = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookRetry>;
    webhook?: LinkTo<Webhook>;
  };
  id: string;
  timestamp: string;
  state: 'pending' | 'delivered' | 'failed';
};

export type Replay = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Replay>;
    subscription?: LinkTo<WebhookSubscription>;
  };
  id: string;
  status: 'running' | 'done';
  created: string;
  fromSequence: number;
  toSequence: number;
  queuedTo: number;
  events: number;
  url?: string;
};

export type Event = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Event>;
    resource?: LinkTo<Customer | BeneficialOwner | Document | FundingSource | Transfer>;
    account?: LinkTo<Account>;
    customer?: LinkTo<Customer>;
  };
  id: string;
  created: string;
  topic: string;
  resourceId: string;
  correlationId?: string;
  sequence?: number;
  resourceSnapshot?: 'erased' | 'unknown' | 'damaged';
  _embedded?: {
    /**
     * What it is about, as it was then: asked for by `embed=resource`.
     */
    resource?: {
      [key: string]: unknown;
    };
  };
};

export type ParkedKey = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ParkedKey>;
    account?: LinkTo<Account>;
    resource?: LinkTo<Customer | BeneficialOwner | Document | FundingSource | Transfer>;
    replay?: Link;
    skip?: Link;
  };
  id: string;
  consumer: string;
  topic: string;
  key: string;
  cause?: string;
  attempts?: number;
  nextAttempt?: string;
  waiting: number;
  waitsFor?: number;
  state: 'waiting' | 'retrying' | 'parked';
  since: string;
  lastAttempt: string;
  /**
   * The first of those that wait.
   */
  message?: {
    id?: string;
    type?: string;
    time?: string;
    data?: unknown;
    traceparent?: string;
  };
};

export type ParkedKeyReplay = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ParkedKeyReplay>;
    'parked-key'?: LinkTo<ParkedKey>;
  };
  consumer: string;
  topic: string;
  key: string;
  cause?: string;
  attempts?: number;
  nextAttempt?: string;
  waiting: number;
  waitsFor?: number;
  outcome: 'done' | 'waiting' | 'retrying' | 'parked';
};

export type ParkedKeySkip = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ParkedKeySkip>;
    'parked-key'?: LinkTo<ParkedKey>;
  };
  consumer: string;
  topic: string;
  key: string;
  cause?: string;
  attempts?: number;
  nextAttempt?: string;
  waiting: number;
  waitsFor?: number;
  outcome: 'done' | 'waiting' | 'retrying' | 'parked';
  sequence: number;
  reason: string;
};

export type ForeignMessage = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ForeignMessage>;
    account?: LinkTo<Account>;
    resource?: LinkTo<Customer | BeneficialOwner | Document | FundingSource | Transfer>;
  };
  consumer: string;
  topic: string;
  reason: string;
  count: number;
  first: string;
  last: string;
  lastClaims: {
    [key: string]: unknown;
  };
  /**
   * The last one. It is not to be trusted.
   */
  message?: {
    id?: string;
    type?: string;
    time?: string;
    data?: unknown;
    traceparent?: string;
  };
};

export type SkippedMessage = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SkippedMessage>;
  };
  consumer: string;
  topic: string;
  key: string;
  sequence: number;
  reason: string;
  /**
   * Why the message could not be consumed.
   */
  cause: string;
  /**
   * The application that skipped it.
   */
  by: string;
  /**
   * The person who did so.
   */
  personId?: string;
  at: string;
};

export type ReadModel = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ReadModel>;
    rebuild?: Link;
  };
  id: string;
  name: string;
  readonly sources: Array<string>;
  state: 'behind' | 'current' | 'stopped';
  lag: number;
  /**
   * The event that the read model can not take, and why. It is tried again and never skipped.
   */
  stoppedAt?: {
    stream: string;
    revision: number;
    id: string;
    type: string;
    cause: string;
  };
};

export type RequestList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<RequestList>;
    first?: LinkTo<RequestList>;
    next?: LinkTo<RequestList>;
  };
  _embedded: {
    requests: Array<Request>;
  };
};

export type PersonList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PersonList>;
    first?: LinkTo<PersonList>;
    prev?: LinkTo<PersonList>;
    next?: LinkTo<PersonList>;
    last?: LinkTo<PersonList>;
  };
  _embedded: {
    people: Array<Person>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type InvitationList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<InvitationList>;
    first?: LinkTo<InvitationList>;
    prev?: LinkTo<InvitationList>;
    next?: LinkTo<InvitationList>;
    last?: LinkTo<InvitationList>;
  };
  _embedded: {
    invitations: Array<Invitation>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type SecurityEventList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SecurityEventList>;
    first?: LinkTo<SecurityEventList>;
    prev?: LinkTo<SecurityEventList>;
    next?: LinkTo<SecurityEventList>;
    last?: LinkTo<SecurityEventList>;
  };
  _embedded: {
    'security-events': Array<SecurityEvent>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type SigningKeyRotationList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SigningKeyRotationList>;
    first?: LinkTo<SigningKeyRotationList>;
    prev?: LinkTo<SigningKeyRotationList>;
    next?: LinkTo<SigningKeyRotationList>;
    last?: LinkTo<SigningKeyRotationList>;
  };
  _embedded: {
    'signing-key-rotations': Array<SigningKeyRotation>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ApplicationList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationList>;
    first?: LinkTo<ApplicationList>;
    prev?: LinkTo<ApplicationList>;
    next?: LinkTo<ApplicationList>;
    last?: LinkTo<ApplicationList>;
  };
  _embedded: {
    applications: Array<Application>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ApplicationReviewList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationReviewList>;
    first?: LinkTo<ApplicationReviewList>;
    prev?: LinkTo<ApplicationReviewList>;
    next?: LinkTo<ApplicationReviewList>;
    last?: LinkTo<ApplicationReviewList>;
  };
  _embedded: {
    applications: Array<ApplicationReview>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type AccountStandingList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<AccountStandingList>;
    first?: LinkTo<AccountStandingList>;
    prev?: LinkTo<AccountStandingList>;
    next?: LinkTo<AccountStandingList>;
    last?: LinkTo<AccountStandingList>;
  };
  _embedded: {
    accounts: Array<AccountStanding>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type PersonStandingList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PersonStandingList>;
    first?: LinkTo<PersonStandingList>;
    prev?: LinkTo<PersonStandingList>;
    next?: LinkTo<PersonStandingList>;
    last?: LinkTo<PersonStandingList>;
  };
  _embedded: {
    people: Array<PersonStanding>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type CustomerList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<CustomerList>;
    first?: LinkTo<CustomerList>;
    prev?: LinkTo<CustomerList>;
    next?: LinkTo<CustomerList>;
    last?: LinkTo<CustomerList>;
  };
  _embedded: {
    customers: Array<Customer>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type BeneficialOwnerList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BeneficialOwnerList>;
    first?: LinkTo<BeneficialOwnerList>;
    prev?: LinkTo<BeneficialOwnerList>;
    next?: LinkTo<BeneficialOwnerList>;
    last?: LinkTo<BeneficialOwnerList>;
  };
  _embedded: {
    'beneficial-owners': Array<BeneficialOwner>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type DocumentList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentList>;
    first?: LinkTo<DocumentList>;
    prev?: LinkTo<DocumentList>;
    next?: LinkTo<DocumentList>;
    last?: LinkTo<DocumentList>;
  };
  _embedded: {
    documents: Array<Document>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type DocumentReviewList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentReviewList>;
    first?: LinkTo<DocumentReviewList>;
    prev?: LinkTo<DocumentReviewList>;
    next?: LinkTo<DocumentReviewList>;
    last?: LinkTo<DocumentReviewList>;
  };
  _embedded: {
    'document-reviews': Array<DocumentReview>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type DocumentReadList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentReadList>;
    first?: LinkTo<DocumentReadList>;
    prev?: LinkTo<DocumentReadList>;
    next?: LinkTo<DocumentReadList>;
    last?: LinkTo<DocumentReadList>;
  };
  _embedded: {
    'document-reads': Array<DocumentRead>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type BusinessClassificationList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<BusinessClassificationList>;
    first?: LinkTo<BusinessClassificationList>;
    prev?: LinkTo<BusinessClassificationList>;
    next?: LinkTo<BusinessClassificationList>;
    last?: LinkTo<BusinessClassificationList>;
  };
  _embedded: {
    'business-classifications': Array<BusinessClassification>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ErasureList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ErasureList>;
    first?: LinkTo<ErasureList>;
    prev?: LinkTo<ErasureList>;
    next?: LinkTo<ErasureList>;
    last?: LinkTo<ErasureList>;
  };
  _embedded: {
    erasures: Array<Erasure>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type LegalHoldList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<LegalHoldList>;
    first?: LinkTo<LegalHoldList>;
    prev?: LinkTo<LegalHoldList>;
    next?: LinkTo<LegalHoldList>;
    last?: LinkTo<LegalHoldList>;
  };
  _embedded: {
    'legal-holds': Array<LegalHold>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type FundingSourceList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<FundingSourceList>;
    first?: LinkTo<FundingSourceList>;
    prev?: LinkTo<FundingSourceList>;
    next?: LinkTo<FundingSourceList>;
    last?: LinkTo<FundingSourceList>;
    account?: LinkTo<Account>;
    customer?: LinkTo<Customer>;
  };
  _embedded: {
    'funding-sources': Array<FundingSource>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type InstitutionList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<InstitutionList>;
    first?: LinkTo<InstitutionList>;
    prev?: LinkTo<InstitutionList>;
    next?: LinkTo<InstitutionList>;
    last?: LinkTo<InstitutionList>;
  };
  _embedded: {
    institutions: Array<Institution>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type TransferList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<TransferList>;
    first?: LinkTo<TransferList>;
    prev?: LinkTo<TransferList>;
    next?: LinkTo<TransferList>;
    last?: LinkTo<TransferList>;
  };
  _embedded: {
    transfers: Array<Transfer>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type WebhookSubscriptionList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookSubscriptionList>;
    first?: LinkTo<WebhookSubscriptionList>;
    prev?: LinkTo<WebhookSubscriptionList>;
    next?: LinkTo<WebhookSubscriptionList>;
    last?: LinkTo<WebhookSubscriptionList>;
  };
  _embedded: {
    'webhook-subscriptions': Array<WebhookSubscription>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type WebhookList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookList>;
    first?: LinkTo<WebhookList>;
    prev?: LinkTo<WebhookList>;
    next?: LinkTo<WebhookList>;
    last?: LinkTo<WebhookList>;
  };
  _embedded: {
    webhooks: Array<Webhook>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type WebhookRetryList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookRetryList>;
    first?: LinkTo<WebhookRetryList>;
    prev?: LinkTo<WebhookRetryList>;
    next?: LinkTo<WebhookRetryList>;
    last?: LinkTo<WebhookRetryList>;
  };
  _embedded: {
    retries: Array<WebhookRetry>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type EventList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<EventList>;
    first?: LinkTo<EventList>;
    prev?: LinkTo<EventList>;
    next?: LinkTo<EventList>;
    last?: LinkTo<EventList>;
  };
  _embedded: {
    events: Array<Event>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ReplayList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ReplayList>;
    first?: LinkTo<ReplayList>;
    prev?: LinkTo<ReplayList>;
    next?: LinkTo<ReplayList>;
    last?: LinkTo<ReplayList>;
  };
  _embedded: {
    replays: Array<Replay>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ParkedKeyList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ParkedKeyList>;
    first?: LinkTo<ParkedKeyList>;
    prev?: LinkTo<ParkedKeyList>;
    next?: LinkTo<ParkedKeyList>;
    last?: LinkTo<ParkedKeyList>;
  };
  _embedded: {
    'parked-keys': Array<ParkedKey>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ForeignMessageList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ForeignMessageList>;
    first?: LinkTo<ForeignMessageList>;
    prev?: LinkTo<ForeignMessageList>;
    next?: LinkTo<ForeignMessageList>;
    last?: LinkTo<ForeignMessageList>;
  };
  _embedded: {
    'foreign-messages': Array<ForeignMessage>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type SkippedMessageList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SkippedMessageList>;
    first?: LinkTo<SkippedMessageList>;
    prev?: LinkTo<SkippedMessageList>;
    next?: LinkTo<SkippedMessageList>;
    last?: LinkTo<SkippedMessageList>;
  };
  _embedded: {
    'skipped-messages': Array<SkippedMessage>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ReadModelList = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ReadModelList>;
    first?: LinkTo<ReadModelList>;
    prev?: LinkTo<ReadModelList>;
    next?: LinkTo<ReadModelList>;
    last?: LinkTo<ReadModelList>;
  };
  _embedded: {
    'read-models': Array<ReadModel>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type Error = {
  _links?: {
    about?: Link;
  };
  code:
    | 'BadRequest'
    | 'ValidationError'
    | 'DuplicateResource'
    | 'MaxNumberOfResources'
    | 'UnsupportedBank'
    | 'UpdateCredentials'
    | 'InvalidLogin'
    | 'AccountNotFound'
    | 'UnsupportedSite'
    | 'AlreadyLoggedIn'
    | 'VisitSite'
    | 'UnavailableSite'
    | 'InvalidCredentials'
    | 'InvalidAccessToken'
    | 'ExpiredAccessToken'
    | 'InvalidApplicationStatus'
    | 'InvalidAccountStatus'
    | 'NoSession'
    | 'FreshLogInRequired'
    | 'CrossSiteRequest'
    | 'InvalidScopes'
    | 'Forbidden'
    | 'InvalidResourceState'
    | 'OriginNotAllowed'
    | 'NotFound'
    | 'Gone'
    | 'MethodNotAllowed'
    | 'InvalidVersion'
    | 'NotAcceptable'
    | 'Conflict'
    | 'FileTooLarge'
    | 'PayloadTooLarge'
    | 'UnsupportedMediaType'
    | 'IdempotencyKeyReused'
    | 'TooManyRequests'
    | 'RateLimitReached'
    | 'TryAgainLater'
    | 'ServerError'
    | 'ServiceUnavailable'
    | 'RequestTimeout';
  message: string;
  _embedded?: Faults;
};

export type Fault = {
  /**
   * Of a duplicate: what it collides with.
   */
  _links?: {
    about?: Link;
  };
  code:
    | 'Required'
    | 'Invalid'
    | 'InvalidFormat'
    | 'Duplicate'
    | 'ReadOnly'
    | 'NotAllowed'
    | 'Restricted'
    | 'InsufficientFunds'
    | 'RequiresFundingSource'
    | 'FileTooLarge'
    | 'Unknown'
    | 'MoneyPending'
    | 'BalanceNotZero'
    | 'LegalHold'
    | 'RetentionPeriod';
  message: string;
  /**
   * JSON pointer into the body, or /query/… or /headers/…
   */
  path: string;
};

export type Faults = {
  errors: Array<Fault>;
};

export type TokenRequest = {
  /**
   * `authorization_code` needs `code` and `redirect_uri`; `refresh_token` needs `refresh_token`; `urn:ietf:params:oauth:grant-type:device_code` needs `device_code`.
   */
  grant_type:
    'client_credentials' | 'authorization_code' | 'refresh_token' | 'urn:ietf:params:oauth:grant-type:device_code';
  /**
   * The key of the application, unless it is in the header.
   */
  client_id?: string;
  /**
   * Its secret, unless it is in the header. A public application has none.
   */
  client_secret?: string;
  /**
   * Scopes with blanks between; all of the application unless given. Of `refresh_token`, fewer than there are.
   */
  scope?: string;
  /**
   * As it came to the redirect URL, once, within a minute.
   */
  code?: string;
  /**
   * The one that was sent to `/auth`, or the registered one.
   */
  redirect_uri?: string;
  /**
   * What the challenge was made of (RFC 7636).
   */
  code_verifier?: string;
  /**
   * The latest of its authorization.
   */
  refresh_token?: string;
  /**
   * As `/device/authorization` gave it.
   */
  device_code?: string;
};

export type AuthorizationRequest = {
  /**
   * The key of the application.
   */
  client_id: string;
  response_type: 'code';
  /**
   * Where the browser comes back. It may be left out where one is registered.
   */
  redirect_uri?: string;
  /**
   * Scopes with blanks between. `openid` brings an ID token.
   */
  scope: string;
  /**
   * Comes back as it was sent.
   */
  state?: string;
  /**
   * Comes back in the ID token.
   */
  nonce?: string;
  /**
   * `none`, `login`, `consent` or `select_account`, or several with blanks between.
   */
  prompt?: string;
  /**
   * How many seconds ago the log-in may have been.
   */
  max_age?: number;
  /**
   * The e-mail address that stands in the form of the log-in.
   */
  login_hint?: string;
  /**
   * An ID token of the person that is expected.
   */
  id_token_hint?: string;
  /**
   * The SHA-256 of the verifier (RFC 7636).
   */
  code_challenge?: string;
  code_challenge_method?: 'S256';
};

export type LogoutRequest = {
  /**
   * The key of the application.
   */
  client_id?: string;
  /**
   * An ID token that the application got, which may have expired.
   */
  id_token_hint?: string;
  /**
   * Where the browser continues: one that is registered.
   */
  post_logout_redirect_uri?: string;
  /**
   * Comes back as it was sent.
   */
  state?: string;
};

export type DeviceAuthorizationRequest = {
  /**
   * The key of the application, unless it is in the header.
   */
  client_id?: string;
  /**
   * Its secret, unless it is in the header. A public application has none.
   */
  client_secret?: string;
  /**
   * Scopes with blanks between; all of the application unless given. Of `refresh_token`, fewer than there are.
   */
  scope?: string;
};

export type PresentedToken = {
  /**
   * An access token or a refresh token.
   */
  token: string;
  /**
   * Makes no difference.
   */
  token_type_hint?: string;
  /**
   * The key of the application, unless it is in the header.
   */
  client_id?: string;
  /**
   * Its secret, unless it is in the header. A public application has none.
   */
  client_secret?: string;
};

export type UserinfoRequest = {
  /**
   * Unless it is in the header.
   */
  access_token?: string;
};

export type Token = {
  _links?: {
    account: {
      href: string;
    };
  };
  access_token: string;
  token_type: 'Bearer';
  /**
   * Seconds.
   */
  expires_in: number;
  /**
   * Of a person: what the next pair is exchanged for.
   */
  refresh_token?: string;
  /**
   * Seconds until it has to be exchanged.
   */
  refresh_expires_in?: number;
  /**
   * Of a person, with the scope `openid`.
   */
  id_token?: string;
  /**
   * Of a person: what was granted.
   */
  scope?: string;
  /**
   * Of a person: the account in which the token acts.
   */
  account_id?: string;
};

export type Introspection = {
  /**
   * Where it is false, nothing else is told.
   */
  active: boolean;
  /**
   * The id of the application.
   */
  client_id?: string;
  /**
   * The person, or the application itself.
   */
  sub?: string;
  may?: 'read' | 'write' | 'read-write-transact';
  /**
   * Of an access token.
   */
  token_type?: 'Bearer';
  scope?: string;
  account_id?: string;
  iss?: string;
  aud?: string;
  jti?: string;
  sid?: string;
  iat?: number;
  exp?: number;
  /**
   * When the person had logged in who allowed it.
   */
  auth_time?: number;
};

export type Userinfo = {
  /**
   * The id of the person.
   */
  sub: string;
  /**
   * With the scope `profile`.
   */
  name?: string;
  /**
   * With the scope `email`.
   */
  email?: string;
  /**
   * With the scope `email`.
   */
  email_verified?: boolean;
};

export type DeviceAuthorization = {
  /**
   * What the program asks for a token with.
   */
  device_code: string;
  /**
   * What the person types.
   */
  user_code: string;
  /**
   * Where the person types it.
   */
  verification_uri: string;
  /**
   * The same with the code in it.
   */
  verification_uri_complete: string;
  /**
   * Seconds.
   */
  expires_in: number;
  /**
   * Seconds between two requests for the token.
   */
  interval: number;
};

export type OpenIdConfiguration = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  device_authorization_endpoint: string;
  userinfo_endpoint: string;
  revocation_endpoint: string;
  introspection_endpoint: string;
  end_session_endpoint: string;
  jwks_uri: string;
  scopes_supported: Array<string>;
  response_types_supported: Array<string>;
  response_modes_supported: Array<string>;
  grant_types_supported: Array<string>;
  subject_types_supported: Array<string>;
  prompt_values_supported: Array<string>;
  claims_supported: Array<string>;
  id_token_signing_alg_values_supported: Array<string>;
  code_challenge_methods_supported: Array<string>;
  token_endpoint_auth_methods_supported: Array<string>;
  revocation_endpoint_auth_methods_supported: Array<string>;
  introspection_endpoint_auth_methods_supported: Array<string>;
  authorization_response_iss_parameter_supported: boolean;
  claims_parameter_supported: boolean;
  request_parameter_supported: boolean;
  request_uri_parameter_supported: boolean;
};

export type JsonWebKeySet = {
  keys: Array<{
    kid: string;
    kty: string;
    use: string;
    alg: string;
    crv?: string;
    x?: string;
    y?: string;
    n?: string;
    e?: string;
  }>;
};

export type TokenRefusal = {
  error: string;
  error_description?: string;
  /**
   * The same in the words of all other refusals, where the gateway refuses.
   */
  code?: string;
  message?: string;
  _embedded?: Faults;
};

export type OpenAccountRequest = {
  /**
   * 1 to 100 characters, no control characters.
   */
  name: string;
  application: {
    /**
     * 1 to 100 characters, no control characters.
     */
    name?: string | null;
    /**
     * A UUID, or 20 to 64 letters, digits, dots, underscores, tildes and hyphens.
     */
    key: string;
    /**
     * 32 to 128 letters, digits, dots, underscores, tildes and hyphens, at random.
     */
    secret: string;
  };
  owner?: {
    /**
     * An e-mail address of at most 254 characters, none of them a control character.
     */
    email: string;
    /**
     * 1 to 100 characters, no control characters.
     */
    name: string;
  } | null;
  operator?: boolean | null;
};

export type ChangeAccountSettingsRequest = (
  | {
      weeklyLimit: unknown;
    }
  | {
      transferLimit: unknown;
    }
  | {
      sameDayClearing: unknown;
    }
  | {
      wires: unknown;
    }
  | {
      requireSecondFactor: unknown;
    }
) & {
  weeklyLimit?: {
    /**
     * Above zero, at most 9999999999.99, with a point and up to two decimals.
     */
    value: string;
    currency: 'USD';
  } | null;
  transferLimit?: {
    /**
     * Above zero, at most 9999999999.99, with a point and up to two decimals.
     */
    value: string;
    currency: 'USD';
  } | null;
  sameDayClearing?: boolean | null;
  wires?: boolean | null;
  requireSecondFactor?: boolean | null;
};

export type ChangeApplicationSettingsRequest = {
  /**
   * At most 20 origins of pages, as https://shop.example, or http://localhost:* for any port there.
   */
  origins: Array<string>;
};

export type ChangePersonRequest = unknown & {
  role?: unknown;
  removed?: true | string | null;
};

export type CreateInvitationRequest = {
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  /**
   * 1 to 100 characters, no control characters.
   */
  name: string;
  role: 'viewer' | 'member' | 'treasurer' | 'owner';
};

export type RotateSigningKeysRequest = {
  leadSeconds?: number | null;
  emergency?: boolean | null;
};

export type NewServerRequest = {
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  postLogoutRedirectUrls?: Array<string> | null;
  /**
   * At most 20 origins of pages, as https://shop.example, or http://localhost:* for any port there.
   */
  origins?: Array<string> | null;
  permissions?: 'read' | 'write' | 'read-write-transact' | null;
  strictRedirects?: boolean | string | null;
  requirePkce?: boolean | string | null;
  /**
   * 1 to 100 characters, no control characters.
   */
  name: string;
  scopes: Array<
    'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'profile' | 'email'
  >;
  kind: 'server';
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  redirectUrls?: Array<string> | null;
};

export type NewIntegrationRequest = {
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  postLogoutRedirectUrls?: Array<string> | null;
  /**
   * At most 20 origins of pages, as https://shop.example, or http://localhost:* for any port there.
   */
  origins?: Array<string> | null;
  permissions?: 'read' | 'write' | 'read-write-transact' | null;
  strictRedirects?: boolean | string | null;
  requirePkce?: boolean | string | null;
  /**
   * 1 to 100 characters, no control characters.
   */
  name: string;
  scopes: Array<
    'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'profile' | 'email'
  >;
  kind: 'integration';
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  redirectUrls: Array<string>;
};

export type CreateApplicationRequest = NewServerRequest | NewIntegrationRequest;

export type ChangeApplicationRequest = (
  | {
      postLogoutRedirectUrls: unknown;
    }
  | {
      origins: unknown;
    }
  | {
      permissions: unknown;
    }
  | {
      strictRedirects: unknown;
    }
  | {
      requirePkce: unknown;
    }
  | {
      name: unknown;
    }
  | {
      redirectUrls: unknown;
    }
  | {
      scopes: unknown;
    }
) & {
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  postLogoutRedirectUrls?: Array<string> | null;
  /**
   * At most 20 origins of pages, as https://shop.example, or http://localhost:* for any port there.
   */
  origins?: Array<string> | null;
  permissions?: 'read' | 'write' | 'read-write-transact' | null;
  strictRedirects?: boolean | string | null;
  requirePkce?: boolean | string | null;
  /**
   * 1 to 100 characters, no control characters.
   */
  name?: string | null;
  /**
   * At most 20 absolute URLs: https, or http on localhost, 127.0.0.1 or [::1]; without fragment, user and wildcard.
   */
  redirectUrls?: Array<string> | null;
  scopes?: Array<
    'send' | 'transactions' | 'funding' | 'managecustomers' | 'accountinfofull' | 'openid' | 'profile' | 'email'
  > | null;
};

export type RotateSecretRequest = {
  previousValidFor?: number | null;
};

export type ApproveApplicationRequest = {
  permissions: 'read' | 'write' | 'read-write-transact';
  /**
   * The version of the application that was looked at.
   */
  version: string;
};

export type RejectApplicationRequest = {
  /**
   * 1 to 500 characters, not all blank.
   */
  reason: string;
  /**
   * The version of the application that was looked at.
   */
  version: string;
};

export type ReasonRequest = {
  /**
   * 1 to 500 characters, not all blank.
   */
  reason: string;
};

export type ChangeRoleRequest = {
  role: 'viewer' | 'member' | 'treasurer' | 'owner' | 'operator';
};

export type UnverifiedCustomerRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  type?: 'unverified' | '';
  businessName?: string | '';
};

export type ReceiveOnlyCustomerRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  type: 'receive-only';
  businessName?: string | '';
};

export type PersonalCustomerRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  /**
   * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
   */
  dateOfBirth: string | string;
  type: 'personal';
  businessName?: '';
  /**
   * The last four digits, or all nine, with or without hyphens.
   */
  ssn: string;
};

export type CompanyCustomerRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  type: 'business';
  /**
   * 1 to 255 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  businessName: string;
  doingBusinessAs?: string | '';
  /**
   * The id of an industry of GET /business-classifications.
   */
  businessClassification: string;
  website?: string | '';
  businessType: 'llc' | 'corporation' | 'partnership';
  /**
   * Nine digits, with or without a hyphen after the second.
   */
  ein: string;
  controller: unknown & {
    /**
     * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    firstName: string;
    /**
     * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    lastName: string;
    /**
     * Replaces the social security number, which is then ignored.
     */
    passport?: {
      /**
       * 1 to 255 characters, not all blank.
       */
      number: string;
      /**
       * Two capital letters of a country (ISO 3166-1).
       */
      country:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW';
    } | null;
    address:
      | {
          /**
           * No post office box. 1 to 50 characters without control characters.
           */
          address1: string;
          address2?: string | '';
          address3?: string | '';
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          city: string;
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          stateProvinceRegion: string;
          postalCode?: string | '';
          /**
           * Two capital letters of a country (ISO 3166-1).
           */
          country:
            | 'AD'
            | 'AE'
            | 'AF'
            | 'AG'
            | 'AI'
            | 'AL'
            | 'AM'
            | 'AO'
            | 'AQ'
            | 'AR'
            | 'AS'
            | 'AT'
            | 'AU'
            | 'AW'
            | 'AX'
            | 'AZ'
            | 'BA'
            | 'BB'
            | 'BD'
            | 'BE'
            | 'BF'
            | 'BG'
            | 'BH'
            | 'BI'
            | 'BJ'
            | 'BL'
            | 'BM'
            | 'BN'
            | 'BO'
            | 'BQ'
            | 'BR'
            | 'BS'
            | 'BT'
            | 'BV'
            | 'BW'
            | 'BY'
            | 'BZ'
            | 'CA'
            | 'CC'
            | 'CD'
            | 'CF'
            | 'CG'
            | 'CH'
            | 'CI'
            | 'CK'
            | 'CL'
            | 'CM'
            | 'CN'
            | 'CO'
            | 'CR'
            | 'CU'
            | 'CV'
            | 'CW'
            | 'CX'
            | 'CY'
            | 'CZ'
            | 'DE'
            | 'DJ'
            | 'DK'
            | 'DM'
            | 'DO'
            | 'DZ'
            | 'EC'
            | 'EE'
            | 'EG'
            | 'EH'
            | 'ER'
            | 'ES'
            | 'ET'
            | 'FI'
            | 'FJ'
            | 'FK'
            | 'FM'
            | 'FO'
            | 'FR'
            | 'GA'
            | 'GB'
            | 'GD'
            | 'GE'
            | 'GF'
            | 'GG'
            | 'GH'
            | 'GI'
            | 'GL'
            | 'GM'
            | 'GN'
            | 'GP'
            | 'GQ'
            | 'GR'
            | 'GS'
            | 'GT'
            | 'GU'
            | 'GW'
            | 'GY'
            | 'HK'
            | 'HM'
            | 'HN'
            | 'HR'
            | 'HT'
            | 'HU'
            | 'ID'
            | 'IE'
            | 'IL'
            | 'IM'
            | 'IN'
            | 'IO'
            | 'IQ'
            | 'IR'
            | 'IS'
            | 'IT'
            | 'JE'
            | 'JM'
            | 'JO'
            | 'JP'
            | 'KE'
            | 'KG'
            | 'KH'
            | 'KI'
            | 'KM'
            | 'KN'
            | 'KP'
            | 'KR'
            | 'KW'
            | 'KY'
            | 'KZ'
            | 'LA'
            | 'LB'
            | 'LC'
            | 'LI'
            | 'LK'
            | 'LR'
            | 'LS'
            | 'LT'
            | 'LU'
            | 'LV'
            | 'LY'
            | 'MA'
            | 'MC'
            | 'MD'
            | 'ME'
            | 'MF'
            | 'MG'
            | 'MH'
            | 'MK'
            | 'ML'
            | 'MM'
            | 'MN'
            | 'MO'
            | 'MP'
            | 'MQ'
            | 'MR'
            | 'MS'
            | 'MT'
            | 'MU'
            | 'MV'
            | 'MW'
            | 'MX'
            | 'MY'
            | 'MZ'
            | 'NA'
            | 'NC'
            | 'NE'
            | 'NF'
            | 'NG'
            | 'NI'
            | 'NL'
            | 'NO'
            | 'NP'
            | 'NR'
            | 'NU'
            | 'NZ'
            | 'OM'
            | 'PA'
            | 'PE'
            | 'PF'
            | 'PG'
            | 'PH'
            | 'PK'
            | 'PL'
            | 'PM'
            | 'PN'
            | 'PR'
            | 'PS'
            | 'PT'
            | 'PW'
            | 'PY'
            | 'QA'
            | 'RE'
            | 'RO'
            | 'RS'
            | 'RU'
            | 'RW'
            | 'SA'
            | 'SB'
            | 'SC'
            | 'SD'
            | 'SE'
            | 'SG'
            | 'SH'
            | 'SI'
            | 'SJ'
            | 'SK'
            | 'SL'
            | 'SM'
            | 'SN'
            | 'SO'
            | 'SR'
            | 'SS'
            | 'ST'
            | 'SV'
            | 'SX'
            | 'SY'
            | 'SZ'
            | 'TC'
            | 'TD'
            | 'TF'
            | 'TG'
            | 'TH'
            | 'TJ'
            | 'TK'
            | 'TL'
            | 'TM'
            | 'TN'
            | 'TO'
            | 'TR'
            | 'TT'
            | 'TV'
            | 'TW'
            | 'TZ'
            | 'UA'
            | 'UG'
            | 'UM'
            | 'UY'
            | 'UZ'
            | 'VA'
            | 'VC'
            | 'VE'
            | 'VG'
            | 'VI'
            | 'VN'
            | 'VU'
            | 'WF'
            | 'WS'
            | 'YE'
            | 'YT'
            | 'ZA'
            | 'ZM'
            | 'ZW';
        }
      | {
          /**
           * No post office box. 1 to 50 characters without control characters.
           */
          address1: string;
          address2?: string | '';
          address3?: string | '';
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          city: string;
          /**
           * Two capital letters of a state or territory of the US.
           */
          stateProvinceRegion:
            | 'AL'
            | 'AK'
            | 'AZ'
            | 'AR'
            | 'CA'
            | 'CO'
            | 'CT'
            | 'DE'
            | 'DC'
            | 'FL'
            | 'GA'
            | 'HI'
            | 'ID'
            | 'IL'
            | 'IN'
            | 'IA'
            | 'KS'
            | 'KY'
            | 'LA'
            | 'ME'
            | 'MD'
            | 'MA'
            | 'MI'
            | 'MN'
            | 'MS'
            | 'MO'
            | 'MT'
            | 'NE'
            | 'NV'
            | 'NH'
            | 'NJ'
            | 'NM'
            | 'NY'
            | 'NC'
            | 'ND'
            | 'OH'
            | 'OK'
            | 'OR'
            | 'PA'
            | 'RI'
            | 'SC'
            | 'SD'
            | 'TN'
            | 'TX'
            | 'UT'
            | 'VT'
            | 'VA'
            | 'WA'
            | 'WV'
            | 'WI'
            | 'WY'
            | 'AS'
            | 'GU'
            | 'MP'
            | 'PR'
            | 'VI';
          /**
           * Five digits, or nine as in 50309-1234.
           */
          postalCode: string;
          country: 'US';
        };
    /**
     * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
     */
    dateOfBirth: string | string;
    /**
     * 1 to 100 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    title: string;
    ssn?: unknown;
  };
};

export type SoleProprietorshipRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  type: 'business';
  /**
   * 1 to 255 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  businessName: string;
  doingBusinessAs?: string | '';
  /**
   * The id of an industry of GET /business-classifications.
   */
  businessClassification: string;
  website?: string | '';
  businessType: 'soleProprietorship';
  /**
   * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
   */
  dateOfBirth: string | string;
  ein?: string | '';
  /**
   * The last four digits, or all nine, with or without hyphens.
   */
  ssn: string;
};

export type CreateCustomerRequest =
  | UnverifiedCustomerRequest
  | ReceiveOnlyCustomerRequest
  | PersonalCustomerRequest
  | CompanyCustomerRequest
  | SoleProprietorshipRequest;

export type ChangeStatusRequest = {
  status: 'deactivated' | 'reactivated' | 'suspended';
};

export type EditUnverifiedRequest = (
  | {
      firstName: unknown;
    }
  | {
      lastName: unknown;
    }
  | {
      email: unknown;
    }
  | {
      businessName: unknown;
    }
  | {
      type: unknown;
    }
) & {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName?: string | null;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName?: string | null;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email?: string | null;
  businessName?: string | '';
  type?: 'unverified' | null;
};

export type EditReceiveOnlyRequest = (
  | {
      firstName: unknown;
    }
  | {
      lastName: unknown;
    }
  | {
      email: unknown;
    }
  | {
      businessName: unknown;
    }
  | {
      type: unknown;
    }
) & {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName?: string | null;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName?: string | null;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email?: string | null;
  businessName?: string | '';
  type?: 'receive-only' | null;
};

export type EditPersonalRequest = (
  | {
      email: unknown;
    }
  | {
      phone: unknown;
    }
  | {
      ipAddress: unknown;
    }
  | {
      address1: unknown;
    }
  | {
      address2: unknown;
    }
  | {
      city: unknown;
    }
  | {
      state: unknown;
    }
  | {
      postalCode: unknown;
    }
  | {
      type: unknown;
    }
) & {
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email?: string | null;
  phone?: string | '';
  ipAddress?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1?: string | null;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city?: string | null;
  state?:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI'
    | null;
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode?: string | null;
  type?: 'personal' | null;
};

export type EditBusinessRequest = (
  | {
      email: unknown;
    }
  | {
      phone: unknown;
    }
  | {
      ipAddress: unknown;
    }
  | {
      address1: unknown;
    }
  | {
      address2: unknown;
    }
  | {
      city: unknown;
    }
  | {
      state: unknown;
    }
  | {
      postalCode: unknown;
    }
  | {
      type: unknown;
    }
  | {
      doingBusinessAs: unknown;
    }
  | {
      website: unknown;
    }
) & {
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email?: string | null;
  phone?: string | '';
  ipAddress?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1?: string | null;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city?: string | null;
  state?:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI'
    | null;
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode?: string | null;
  type?: 'business' | null;
  doingBusinessAs?: string | '';
  website?: string | '';
};

export type BecomeUnverifiedRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName?: string | null;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName?: string | null;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email?: string | null;
  businessName?: string | '';
  type: 'unverified';
};

export type RetryPersonalRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  /**
   * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
   */
  dateOfBirth: string | string;
  type: 'personal';
  /**
   * All nine digits, with or without hyphens.
   */
  ssn: string;
};

export type RetryCompanyRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  type: 'business';
  /**
   * 1 to 255 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  businessName: string;
  doingBusinessAs?: string | '';
  /**
   * The id of an industry of GET /business-classifications.
   */
  businessClassification: string;
  website?: string | '';
  businessType: 'llc' | 'corporation' | 'partnership';
  /**
   * Nine digits, with or without a hyphen after the second.
   */
  ein: string;
  controller: unknown & {
    /**
     * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    firstName: string;
    /**
     * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    lastName: string;
    /**
     * Replaces the social security number, which is then ignored.
     */
    passport?: {
      /**
       * 1 to 255 characters, not all blank.
       */
      number: string;
      /**
       * Two capital letters of a country (ISO 3166-1).
       */
      country:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW';
    } | null;
    address:
      | {
          /**
           * No post office box. 1 to 50 characters without control characters.
           */
          address1: string;
          address2?: string | '';
          address3?: string | '';
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          city: string;
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          stateProvinceRegion: string;
          postalCode?: string | '';
          /**
           * Two capital letters of a country (ISO 3166-1).
           */
          country:
            | 'AD'
            | 'AE'
            | 'AF'
            | 'AG'
            | 'AI'
            | 'AL'
            | 'AM'
            | 'AO'
            | 'AQ'
            | 'AR'
            | 'AS'
            | 'AT'
            | 'AU'
            | 'AW'
            | 'AX'
            | 'AZ'
            | 'BA'
            | 'BB'
            | 'BD'
            | 'BE'
            | 'BF'
            | 'BG'
            | 'BH'
            | 'BI'
            | 'BJ'
            | 'BL'
            | 'BM'
            | 'BN'
            | 'BO'
            | 'BQ'
            | 'BR'
            | 'BS'
            | 'BT'
            | 'BV'
            | 'BW'
            | 'BY'
            | 'BZ'
            | 'CA'
            | 'CC'
            | 'CD'
            | 'CF'
            | 'CG'
            | 'CH'
            | 'CI'
            | 'CK'
            | 'CL'
            | 'CM'
            | 'CN'
            | 'CO'
            | 'CR'
            | 'CU'
            | 'CV'
            | 'CW'
            | 'CX'
            | 'CY'
            | 'CZ'
            | 'DE'
            | 'DJ'
            | 'DK'
            | 'DM'
            | 'DO'
            | 'DZ'
            | 'EC'
            | 'EE'
            | 'EG'
            | 'EH'
            | 'ER'
            | 'ES'
            | 'ET'
            | 'FI'
            | 'FJ'
            | 'FK'
            | 'FM'
            | 'FO'
            | 'FR'
            | 'GA'
            | 'GB'
            | 'GD'
            | 'GE'
            | 'GF'
            | 'GG'
            | 'GH'
            | 'GI'
            | 'GL'
            | 'GM'
            | 'GN'
            | 'GP'
            | 'GQ'
            | 'GR'
            | 'GS'
            | 'GT'
            | 'GU'
            | 'GW'
            | 'GY'
            | 'HK'
            | 'HM'
            | 'HN'
            | 'HR'
            | 'HT'
            | 'HU'
            | 'ID'
            | 'IE'
            | 'IL'
            | 'IM'
            | 'IN'
            | 'IO'
            | 'IQ'
            | 'IR'
            | 'IS'
            | 'IT'
            | 'JE'
            | 'JM'
            | 'JO'
            | 'JP'
            | 'KE'
            | 'KG'
            | 'KH'
            | 'KI'
            | 'KM'
            | 'KN'
            | 'KP'
            | 'KR'
            | 'KW'
            | 'KY'
            | 'KZ'
            | 'LA'
            | 'LB'
            | 'LC'
            | 'LI'
            | 'LK'
            | 'LR'
            | 'LS'
            | 'LT'
            | 'LU'
            | 'LV'
            | 'LY'
            | 'MA'
            | 'MC'
            | 'MD'
            | 'ME'
            | 'MF'
            | 'MG'
            | 'MH'
            | 'MK'
            | 'ML'
            | 'MM'
            | 'MN'
            | 'MO'
            | 'MP'
            | 'MQ'
            | 'MR'
            | 'MS'
            | 'MT'
            | 'MU'
            | 'MV'
            | 'MW'
            | 'MX'
            | 'MY'
            | 'MZ'
            | 'NA'
            | 'NC'
            | 'NE'
            | 'NF'
            | 'NG'
            | 'NI'
            | 'NL'
            | 'NO'
            | 'NP'
            | 'NR'
            | 'NU'
            | 'NZ'
            | 'OM'
            | 'PA'
            | 'PE'
            | 'PF'
            | 'PG'
            | 'PH'
            | 'PK'
            | 'PL'
            | 'PM'
            | 'PN'
            | 'PR'
            | 'PS'
            | 'PT'
            | 'PW'
            | 'PY'
            | 'QA'
            | 'RE'
            | 'RO'
            | 'RS'
            | 'RU'
            | 'RW'
            | 'SA'
            | 'SB'
            | 'SC'
            | 'SD'
            | 'SE'
            | 'SG'
            | 'SH'
            | 'SI'
            | 'SJ'
            | 'SK'
            | 'SL'
            | 'SM'
            | 'SN'
            | 'SO'
            | 'SR'
            | 'SS'
            | 'ST'
            | 'SV'
            | 'SX'
            | 'SY'
            | 'SZ'
            | 'TC'
            | 'TD'
            | 'TF'
            | 'TG'
            | 'TH'
            | 'TJ'
            | 'TK'
            | 'TL'
            | 'TM'
            | 'TN'
            | 'TO'
            | 'TR'
            | 'TT'
            | 'TV'
            | 'TW'
            | 'TZ'
            | 'UA'
            | 'UG'
            | 'UM'
            | 'UY'
            | 'UZ'
            | 'VA'
            | 'VC'
            | 'VE'
            | 'VG'
            | 'VI'
            | 'VN'
            | 'VU'
            | 'WF'
            | 'WS'
            | 'YE'
            | 'YT'
            | 'ZA'
            | 'ZM'
            | 'ZW';
        }
      | {
          /**
           * No post office box. 1 to 50 characters without control characters.
           */
          address1: string;
          address2?: string | '';
          address3?: string | '';
          /**
           * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
           */
          city: string;
          /**
           * Two capital letters of a state or territory of the US.
           */
          stateProvinceRegion:
            | 'AL'
            | 'AK'
            | 'AZ'
            | 'AR'
            | 'CA'
            | 'CO'
            | 'CT'
            | 'DE'
            | 'DC'
            | 'FL'
            | 'GA'
            | 'HI'
            | 'ID'
            | 'IL'
            | 'IN'
            | 'IA'
            | 'KS'
            | 'KY'
            | 'LA'
            | 'ME'
            | 'MD'
            | 'MA'
            | 'MI'
            | 'MN'
            | 'MS'
            | 'MO'
            | 'MT'
            | 'NE'
            | 'NV'
            | 'NH'
            | 'NJ'
            | 'NM'
            | 'NY'
            | 'NC'
            | 'ND'
            | 'OH'
            | 'OK'
            | 'OR'
            | 'PA'
            | 'RI'
            | 'SC'
            | 'SD'
            | 'TN'
            | 'TX'
            | 'UT'
            | 'VT'
            | 'VA'
            | 'WA'
            | 'WV'
            | 'WI'
            | 'WY'
            | 'AS'
            | 'GU'
            | 'MP'
            | 'PR'
            | 'VI';
          /**
           * Five digits, or nine as in 50309-1234.
           */
          postalCode: string;
          country: 'US';
        };
    ssn?: unknown;
    /**
     * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
     */
    dateOfBirth: string | string;
    /**
     * 1 to 100 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
     */
    title: string;
  };
};

export type RetryProprietorshipRequest = {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * An e-mail address of at most 254 characters, none of them a control character.
   */
  email: string;
  phone?: string | '';
  ipAddress?: string | '';
  correlationId?: string | '';
  /**
   * No post office box. 1 to 50 characters without control characters.
   */
  address1: string;
  address2?: string | '';
  /**
   * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  city: string;
  /**
   * Two capital letters of a state or territory of the US.
   */
  state:
    | 'AL'
    | 'AK'
    | 'AZ'
    | 'AR'
    | 'CA'
    | 'CO'
    | 'CT'
    | 'DE'
    | 'DC'
    | 'FL'
    | 'GA'
    | 'HI'
    | 'ID'
    | 'IL'
    | 'IN'
    | 'IA'
    | 'KS'
    | 'KY'
    | 'LA'
    | 'ME'
    | 'MD'
    | 'MA'
    | 'MI'
    | 'MN'
    | 'MS'
    | 'MO'
    | 'MT'
    | 'NE'
    | 'NV'
    | 'NH'
    | 'NJ'
    | 'NM'
    | 'NY'
    | 'NC'
    | 'ND'
    | 'OH'
    | 'OK'
    | 'OR'
    | 'PA'
    | 'RI'
    | 'SC'
    | 'SD'
    | 'TN'
    | 'TX'
    | 'UT'
    | 'VT'
    | 'VA'
    | 'WA'
    | 'WV'
    | 'WI'
    | 'WY'
    | 'AS'
    | 'GU'
    | 'MP'
    | 'PR'
    | 'VI';
  /**
   * Five digits, or nine as in 50309-1234.
   */
  postalCode: string;
  type: 'business';
  /**
   * 1 to 255 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  businessName: string;
  doingBusinessAs?: string | '';
  /**
   * The id of an industry of GET /business-classifications.
   */
  businessClassification: string;
  website?: string | '';
  businessType: 'soleProprietorship';
  /**
   * A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.
   */
  dateOfBirth: string | string;
  ein?: string | '';
  /**
   * All nine digits, with or without hyphens.
   */
  ssn: string;
};

export type UpdateCustomerRequest =
  | ChangeStatusRequest
  | EditUnverifiedRequest
  | EditReceiveOnlyRequest
  | EditPersonalRequest
  | EditBusinessRequest
  | BecomeUnverifiedRequest
  | PersonalCustomerRequest
  | CompanyCustomerRequest
  | SoleProprietorshipRequest
  | RetryPersonalRequest
  | RetryCompanyRequest
  | RetryProprietorshipRequest;

export type BeneficialOwnerRequest = unknown & {
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  firstName: string;
  /**
   * 1 to 50 characters without < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
   */
  lastName: string;
  /**
   * Replaces the social security number, which is then ignored.
   */
  passport?: {
    /**
     * 1 to 255 characters, not all blank.
     */
    number: string;
    /**
     * Two capital letters of a country (ISO 3166-1).
     */
    country:
      | 'AD'
      | 'AE'
      | 'AF'
      | 'AG'
      | 'AI'
      | 'AL'
      | 'AM'
      | 'AO'
      | 'AQ'
      | 'AR'
      | 'AS'
      | 'AT'
      | 'AU'
      | 'AW'
      | 'AX'
      | 'AZ'
      | 'BA'
      | 'BB'
      | 'BD'
      | 'BE'
      | 'BF'
      | 'BG'
      | 'BH'
      | 'BI'
      | 'BJ'
      | 'BL'
      | 'BM'
      | 'BN'
      | 'BO'
      | 'BQ'
      | 'BR'
      | 'BS'
      | 'BT'
      | 'BV'
      | 'BW'
      | 'BY'
      | 'BZ'
      | 'CA'
      | 'CC'
      | 'CD'
      | 'CF'
      | 'CG'
      | 'CH'
      | 'CI'
      | 'CK'
      | 'CL'
      | 'CM'
      | 'CN'
      | 'CO'
      | 'CR'
      | 'CU'
      | 'CV'
      | 'CW'
      | 'CX'
      | 'CY'
      | 'CZ'
      | 'DE'
      | 'DJ'
      | 'DK'
      | 'DM'
      | 'DO'
      | 'DZ'
      | 'EC'
      | 'EE'
      | 'EG'
      | 'EH'
      | 'ER'
      | 'ES'
      | 'ET'
      | 'FI'
      | 'FJ'
      | 'FK'
      | 'FM'
      | 'FO'
      | 'FR'
      | 'GA'
      | 'GB'
      | 'GD'
      | 'GE'
      | 'GF'
      | 'GG'
      | 'GH'
      | 'GI'
      | 'GL'
      | 'GM'
      | 'GN'
      | 'GP'
      | 'GQ'
      | 'GR'
      | 'GS'
      | 'GT'
      | 'GU'
      | 'GW'
      | 'GY'
      | 'HK'
      | 'HM'
      | 'HN'
      | 'HR'
      | 'HT'
      | 'HU'
      | 'ID'
      | 'IE'
      | 'IL'
      | 'IM'
      | 'IN'
      | 'IO'
      | 'IQ'
      | 'IR'
      | 'IS'
      | 'IT'
      | 'JE'
      | 'JM'
      | 'JO'
      | 'JP'
      | 'KE'
      | 'KG'
      | 'KH'
      | 'KI'
      | 'KM'
      | 'KN'
      | 'KP'
      | 'KR'
      | 'KW'
      | 'KY'
      | 'KZ'
      | 'LA'
      | 'LB'
      | 'LC'
      | 'LI'
      | 'LK'
      | 'LR'
      | 'LS'
      | 'LT'
      | 'LU'
      | 'LV'
      | 'LY'
      | 'MA'
      | 'MC'
      | 'MD'
      | 'ME'
      | 'MF'
      | 'MG'
      | 'MH'
      | 'MK'
      | 'ML'
      | 'MM'
      | 'MN'
      | 'MO'
      | 'MP'
      | 'MQ'
      | 'MR'
      | 'MS'
      | 'MT'
      | 'MU'
      | 'MV'
      | 'MW'
      | 'MX'
      | 'MY'
      | 'MZ'
      | 'NA'
      | 'NC'
      | 'NE'
      | 'NF'
      | 'NG'
      | 'NI'
      | 'NL'
      | 'NO'
      | 'NP'
      | 'NR'
      | 'NU'
      | 'NZ'
      | 'OM'
      | 'PA'
      | 'PE'
      | 'PF'
      | 'PG'
      | 'PH'
      | 'PK'
      | 'PL'
      | 'PM'
      | 'PN'
      | 'PR'
      | 'PS'
      | 'PT'
      | 'PW'
      | 'PY'
      | 'QA'
      | 'RE'
      | 'RO'
      | 'RS'
      | 'RU'
      | 'RW'
      | 'SA'
      | 'SB'
      | 'SC'
      | 'SD'
      | 'SE'
      | 'SG'
      | 'SH'
      | 'SI'
      | 'SJ'
      | 'SK'
      | 'SL'
      | 'SM'
      | 'SN'
      | 'SO'
      | 'SR'
      | 'SS'
      | 'ST'
      | 'SV'
      | 'SX'
      | 'SY'
      | 'SZ'
      | 'TC'
      | 'TD'
      | 'TF'
      | 'TG'
      | 'TH'
      | 'TJ'
      | 'TK'
      | 'TL'
      | 'TM'
      | 'TN'
      | 'TO'
      | 'TR'
      | 'TT'
      | 'TV'
      | 'TW'
      | 'TZ'
      | 'UA'
      | 'UG'
      | 'UM'
      | 'US'
      | 'UY'
      | 'UZ'
      | 'VA'
      | 'VC'
      | 'VE'
      | 'VG'
      | 'VI'
      | 'VN'
      | 'VU'
      | 'WF'
      | 'WS'
      | 'YE'
      | 'YT'
      | 'ZA'
      | 'ZM'
      | 'ZW';
  } | null;
  address:
    | {
        /**
         * No post office box. 1 to 50 characters without control characters.
         */
        address1: string;
        address2?: string | '';
        address3?: string | '';
        /**
         * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
         */
        city: string;
        /**
         * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
         */
        stateProvinceRegion: string;
        postalCode?: string | '';
        /**
         * Two capital letters of a country (ISO 3166-1).
         */
        country:
          | 'AD'
          | 'AE'
          | 'AF'
          | 'AG'
          | 'AI'
          | 'AL'
          | 'AM'
          | 'AO'
          | 'AQ'
          | 'AR'
          | 'AS'
          | 'AT'
          | 'AU'
          | 'AW'
          | 'AX'
          | 'AZ'
          | 'BA'
          | 'BB'
          | 'BD'
          | 'BE'
          | 'BF'
          | 'BG'
          | 'BH'
          | 'BI'
          | 'BJ'
          | 'BL'
          | 'BM'
          | 'BN'
          | 'BO'
          | 'BQ'
          | 'BR'
          | 'BS'
          | 'BT'
          | 'BV'
          | 'BW'
          | 'BY'
          | 'BZ'
          | 'CA'
          | 'CC'
          | 'CD'
          | 'CF'
          | 'CG'
          | 'CH'
          | 'CI'
          | 'CK'
          | 'CL'
          | 'CM'
          | 'CN'
          | 'CO'
          | 'CR'
          | 'CU'
          | 'CV'
          | 'CW'
          | 'CX'
          | 'CY'
          | 'CZ'
          | 'DE'
          | 'DJ'
          | 'DK'
          | 'DM'
          | 'DO'
          | 'DZ'
          | 'EC'
          | 'EE'
          | 'EG'
          | 'EH'
          | 'ER'
          | 'ES'
          | 'ET'
          | 'FI'
          | 'FJ'
          | 'FK'
          | 'FM'
          | 'FO'
          | 'FR'
          | 'GA'
          | 'GB'
          | 'GD'
          | 'GE'
          | 'GF'
          | 'GG'
          | 'GH'
          | 'GI'
          | 'GL'
          | 'GM'
          | 'GN'
          | 'GP'
          | 'GQ'
          | 'GR'
          | 'GS'
          | 'GT'
          | 'GU'
          | 'GW'
          | 'GY'
          | 'HK'
          | 'HM'
          | 'HN'
          | 'HR'
          | 'HT'
          | 'HU'
          | 'ID'
          | 'IE'
          | 'IL'
          | 'IM'
          | 'IN'
          | 'IO'
          | 'IQ'
          | 'IR'
          | 'IS'
          | 'IT'
          | 'JE'
          | 'JM'
          | 'JO'
          | 'JP'
          | 'KE'
          | 'KG'
          | 'KH'
          | 'KI'
          | 'KM'
          | 'KN'
          | 'KP'
          | 'KR'
          | 'KW'
          | 'KY'
          | 'KZ'
          | 'LA'
          | 'LB'
          | 'LC'
          | 'LI'
          | 'LK'
          | 'LR'
          | 'LS'
          | 'LT'
          | 'LU'
          | 'LV'
          | 'LY'
          | 'MA'
          | 'MC'
          | 'MD'
          | 'ME'
          | 'MF'
          | 'MG'
          | 'MH'
          | 'MK'
          | 'ML'
          | 'MM'
          | 'MN'
          | 'MO'
          | 'MP'
          | 'MQ'
          | 'MR'
          | 'MS'
          | 'MT'
          | 'MU'
          | 'MV'
          | 'MW'
          | 'MX'
          | 'MY'
          | 'MZ'
          | 'NA'
          | 'NC'
          | 'NE'
          | 'NF'
          | 'NG'
          | 'NI'
          | 'NL'
          | 'NO'
          | 'NP'
          | 'NR'
          | 'NU'
          | 'NZ'
          | 'OM'
          | 'PA'
          | 'PE'
          | 'PF'
          | 'PG'
          | 'PH'
          | 'PK'
          | 'PL'
          | 'PM'
          | 'PN'
          | 'PR'
          | 'PS'
          | 'PT'
          | 'PW'
          | 'PY'
          | 'QA'
          | 'RE'
          | 'RO'
          | 'RS'
          | 'RU'
          | 'RW'
          | 'SA'
          | 'SB'
          | 'SC'
          | 'SD'
          | 'SE'
          | 'SG'
          | 'SH'
          | 'SI'
          | 'SJ'
          | 'SK'
          | 'SL'
          | 'SM'
          | 'SN'
          | 'SO'
          | 'SR'
          | 'SS'
          | 'ST'
          | 'SV'
          | 'SX'
          | 'SY'
          | 'SZ'
          | 'TC'
          | 'TD'
          | 'TF'
          | 'TG'
          | 'TH'
          | 'TJ'
          | 'TK'
          | 'TL'
          | 'TM'
          | 'TN'
          | 'TO'
          | 'TR'
          | 'TT'
          | 'TV'
          | 'TW'
          | 'TZ'
          | 'UA'
          | 'UG'
          | 'UM'
          | 'UY'
          | 'UZ'
          | 'VA'
          | 'VC'
          | 'VE'
          | 'VG'
          | 'VI'
          | 'VN'
          | 'VU'
          | 'WF'
          | 'WS'
          | 'YE'
          | 'YT'
          | 'ZA'
          | 'ZM'
          | 'ZW';
      }
    | {
        /**
         * No post office box. 1 to 50 characters without control characters.
         */
        address1: string;
        address2?: string | '';
        address3?: string | '';
        /**
         * 1 to 50 characters without digits, < > = " ` ! ? % ~ $ { } [ ] \ and control characters.
         */
        city: string;
        /**
         * Two capital letters of a state or territory of the US.
         */
        stateProvinceRegion:
          | 'AL'
          | 'AK'
          | 'AZ'
          | 'AR'
          | 'CA'
          | 'CO'
          | 'CT'
          | 'DE'
          | 'DC'
          | 'FL'
          | 'GA'
          | 'HI'
          | 'ID'
          | 'IL'
          | 'IN'
          | 'IA'
          | 'KS'
          | 'KY'
          | 'LA'
          | 'ME'
          | 'MD'
          | 'MA'
          | 'MI'
          | 'MN'
          | 'MS'
          | 'MO'
          | 'MT'
          | 'NE'
          | 'NV'
          | 'NH'
          | 'NJ'
          | 'NM'
          | 'NY'
          | 'NC'
          | 'ND'
          | 'OH'
          | 'OK'
          | 'OR'
          | 'PA'
          | 'RI'
          | 'SC'
          | 'SD'
          | 'TN'
          | 'TX'
          | 'UT'
          | 'VT'
          | 'VA'
          | 'WA'
          | 'WV'
          | 'WI'
          | 'WY'
          | 'AS'
          | 'GU'
          | 'MP'
          | 'PR'
          | 'VI';
        /**
         * Five digits, or nine as in 50309-1234.
         */
        postalCode: string;
        country: 'US';
      };
  ssn?: unknown;
  /**
   * A day that exists, as YYYY-MM-DD.
   */
  dateOfBirth: string;
};

export type CertifyOwnershipRequest = {
  status: 'certified';
};

export type RejectDocumentRequest = {
  reasons: Array<
    | 'ScanNotReadable'
    | 'ScanNotUploaded'
    | 'ScanIdTypeNotSupported'
    | 'ScanNameMismatch'
    | 'ScanDobMismatch'
    | 'ScanFailedOther'
    | 'FailedOther'
    | 'ScanIdExpired'
    | 'ScanIdUnrecognized'
    | 'BusinessDocNotSupported'
    | 'BusinessNameMismatch'
    | 'BusinessTypeMismatch'
    | 'ForeignPassportNotAllowed'
  >;
};

export type AddBankRequest = unknown & {
  _links?: {
    'on-demand-authorization'?: {
      /**
       * The URL of an on demand authorization.
       */
      href: string;
    } | null;
  } | null;
  routingNumber?: unknown;
  accountNumber?: unknown;
  type?: unknown;
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan' | null;
  /**
   * 1 to 50 characters without control characters.
   */
  name: string;
  channels?: unknown | null;
  /**
   * A token of the linking provider.
   */
  partnerToken?: string | null;
  /**
   * A token of the linking provider.
   */
  plaidToken?: string | null;
};

export type UpdateFundingSourceRequest = (
  | {
      name: unknown;
    }
  | {
      removed: unknown;
    }
  | {
      routingNumber: unknown;
    }
  | {
      accountNumber: unknown;
    }
  | {
      bankAccountType: unknown;
    }
) & {
  /**
   * 1 to 50 characters without control characters.
   */
  name?: string | null;
  removed?: true | string | null;
  /**
   * The number of a US bank, such as 222222226. Nine digits.
   */
  routingNumber?: string | null;
  /**
   * 3 to 17 digits.
   */
  accountNumber?: string | null;
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan' | null;
};

export type MicroDepositsRequest = unknown & {
  amount1?: unknown;
  amount2?: unknown;
};

export type CreatePartnerTokenRequest = unknown & {
  /**
   * Replaces the numbers and the type, which are then ignored. A public token of the provider's pages.
   */
  publicToken?: string | null;
  accountId?: unknown;
  routingNumber?: unknown;
  accountNumber?: unknown;
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan' | null;
  expiresInSeconds?: number | null;
};

export type OpenSessionRequest = {
  /**
   * An origin of at most 300 characters.
   */
  parentOrigin?: string | null;
};

export type LoginRequest = {
  /**
   * 1 to 8 texts of 1 to 256 characters.
   */
  answers: Array<string>;
  /**
   * A UUID.
   */
  institution: string;
};

export type AnswersRequest = {
  /**
   * 1 to 8 texts of 1 to 256 characters.
   */
  answers: Array<string>;
};

export type SelectionRequest = {
  /**
   * The id of an offered account.
   */
  account: string;
  /**
   * 1 to 50 characters without control characters.
   */
  name?: string | null;
};

export type BankNumbersRequest = unknown & {
  /**
   * The number of a US bank, such as 222222226. Nine digits.
   */
  routingNumber: string;
  /**
   * 3 to 17 digits.
   */
  accountNumber: string;
  type?: unknown;
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan' | null;
  /**
   * 1 to 50 characters without control characters.
   */
  name: string;
  channels?: unknown | null;
};

export type CreateTransferRequest = {
  _links: {
    source: {
      /**
       * The URL of a funding source.
       */
      href: string;
    };
    destination: {
      /**
       * The URL of a funding source, customer or account.
       */
      href: string;
    };
  };
  amount: {
    /**
     * Above zero, at most 9999999999.99, with a point and up to two decimals.
     */
    value: string;
    currency: 'USD';
  };
  /**
   * At most ten pairs of texts of at most 254 characters.
   */
  metadata?: {
    [key: string]: string;
  } | null;
  /**
   * 1 to 255 letters, digits, dots, underscores and hyphens.
   */
  correlationId?: string | null;
  /**
   * A list of at most 50 objects.
   */
  fees?: Array<{
    _links: {
      'charge-to': {
        /**
         * The URL of a customer or account.
         */
        href: string;
      };
    };
    amount: {
      /**
       * At least 0.01. Above zero, at most 9999999999.99, with a point and up to two decimals.
       */
      value: string;
      currency: 'USD';
    };
  }> | null;
  clearing?: {
    source?: 'standard' | 'next-available' | null;
    destination?: 'standard' | 'next-available' | null;
  } | null;
};

export type CancelTransferRequest = {
  status: 'cancelled';
};

export type ProcessTransferRequest = {
  action: 'process';
  code?:
    | 'R01'
    | 'R02'
    | 'R03'
    | 'R04'
    | 'R05'
    | 'R06'
    | 'R07'
    | 'R08'
    | 'R09'
    | 'R10'
    | 'R11'
    | 'R12'
    | 'R13'
    | 'R14'
    | 'R15'
    | 'R16'
    | 'R17'
    | 'R18'
    | 'R19'
    | 'R20'
    | 'R21'
    | 'R22'
    | 'R23'
    | 'R24'
    | 'R25'
    | 'R26'
    | 'R27'
    | 'R28'
    | 'R29'
    | 'R30'
    | 'R31'
    | 'R32'
    | 'R33'
    | 'R34'
    | 'R35'
    | 'R36'
    | 'R37'
    | 'R38'
    | 'R39'
    | 'R40'
    | 'R41'
    | 'R42'
    | 'R43'
    | 'R44'
    | 'R45'
    | 'R46'
    | 'R47'
    | 'R50'
    | 'R51'
    | 'R52'
    | 'R53'
    | 'R61'
    | 'R67'
    | 'R68'
    | 'R69'
    | 'R70'
    | 'R71'
    | 'R72'
    | 'R73'
    | 'R74'
    | 'R75'
    | 'R76'
    | 'R80'
    | 'R81'
    | 'R82'
    | 'R83'
    | 'R84'
    | null;
};

export type FailTransferRequest = {
  action: 'fail';
  code:
    | 'R01'
    | 'R02'
    | 'R03'
    | 'R04'
    | 'R05'
    | 'R06'
    | 'R07'
    | 'R08'
    | 'R09'
    | 'R10'
    | 'R11'
    | 'R12'
    | 'R13'
    | 'R14'
    | 'R15'
    | 'R16'
    | 'R17'
    | 'R18'
    | 'R19'
    | 'R20'
    | 'R21'
    | 'R22'
    | 'R23'
    | 'R24'
    | 'R25'
    | 'R26'
    | 'R27'
    | 'R28'
    | 'R29'
    | 'R30'
    | 'R31'
    | 'R32'
    | 'R33'
    | 'R34'
    | 'R35'
    | 'R36'
    | 'R37'
    | 'R38'
    | 'R39'
    | 'R40'
    | 'R41'
    | 'R42'
    | 'R43'
    | 'R44'
    | 'R45'
    | 'R46'
    | 'R47'
    | 'R50'
    | 'R51'
    | 'R52'
    | 'R53'
    | 'R61'
    | 'R67'
    | 'R68'
    | 'R69'
    | 'R70'
    | 'R71'
    | 'R72'
    | 'R73'
    | 'R74'
    | 'R75'
    | 'R76'
    | 'R80'
    | 'R81'
    | 'R82'
    | 'R83'
    | 'R84';
};

export type ReturnTransferLateRequest = {
  action: 'lateReturn';
  code:
    | 'R01'
    | 'R02'
    | 'R03'
    | 'R04'
    | 'R05'
    | 'R06'
    | 'R07'
    | 'R08'
    | 'R09'
    | 'R10'
    | 'R11'
    | 'R12'
    | 'R13'
    | 'R14'
    | 'R15'
    | 'R16'
    | 'R17'
    | 'R18'
    | 'R19'
    | 'R20'
    | 'R21'
    | 'R22'
    | 'R23'
    | 'R24'
    | 'R25'
    | 'R26'
    | 'R27'
    | 'R28'
    | 'R29'
    | 'R30'
    | 'R31'
    | 'R32'
    | 'R33'
    | 'R34'
    | 'R35'
    | 'R36'
    | 'R37'
    | 'R38'
    | 'R39'
    | 'R40'
    | 'R41'
    | 'R42'
    | 'R43'
    | 'R44'
    | 'R45'
    | 'R46'
    | 'R47'
    | 'R50'
    | 'R51'
    | 'R52'
    | 'R53'
    | 'R61'
    | 'R67'
    | 'R68'
    | 'R69'
    | 'R70'
    | 'R71'
    | 'R72'
    | 'R73'
    | 'R74'
    | 'R75'
    | 'R76'
    | 'R80'
    | 'R81'
    | 'R82'
    | 'R83'
    | 'R84';
};

export type SimulateTransferRequest = ProcessTransferRequest | FailTransferRequest | ReturnTransferLateRequest;

export type CreateSubscriptionRequest = {
  /**
   * An absolute http or https URL of at most 2048 characters, without blanks, user and password.
   */
  url: string;
  /**
   * 1 to 128 characters without NUL.
   */
  secret: string;
  /**
   * Topics of events, such as customer_created, or * for all.
   */
  topics?: Array<
    | '*'
    | 'customer_created'
    | 'customer_verified'
    | 'customer_reverification_needed'
    | 'customer_verification_document_needed'
    | 'customer_verification_pending_review'
    | 'customer_verification_document_uploaded'
    | 'customer_verification_document_approved'
    | 'customer_verification_document_failed'
    | 'customer_suspended'
    | 'customer_deactivated'
    | 'customer_activated'
    | 'customer_beneficial_owner_created'
    | 'customer_beneficial_owner_verified'
    | 'customer_beneficial_owner_reverification_needed'
    | 'customer_beneficial_owner_verification_document_needed'
    | 'customer_beneficial_owner_verification_document_uploaded'
    | 'customer_beneficial_owner_verification_document_approved'
    | 'customer_beneficial_owner_verification_document_failed'
    | 'customer_beneficial_owner_removed'
    | 'funding_source_added'
    | 'customer_funding_source_added'
    | 'funding_source_verified'
    | 'customer_funding_source_verified'
    | 'funding_source_unverified'
    | 'customer_funding_source_unverified'
    | 'funding_source_updated'
    | 'customer_funding_source_updated'
    | 'funding_source_removed'
    | 'customer_funding_source_removed'
    | 'customer_balance_inquiry_completed'
    | 'microdeposits_added'
    | 'customer_microdeposits_added'
    | 'microdeposits_completed'
    | 'customer_microdeposits_completed'
    | 'microdeposits_failed'
    | 'customer_microdeposits_failed'
    | 'microdeposits_maxattempts'
    | 'customer_microdeposits_maxattempts'
    | 'bank_transfer_created'
    | 'customer_bank_transfer_created'
    | 'transfer_created'
    | 'customer_transfer_created'
    | 'bank_transfer_completed'
    | 'customer_bank_transfer_completed'
    | 'transfer_completed'
    | 'customer_transfer_completed'
    | 'bank_transfer_failed'
    | 'customer_bank_transfer_failed'
    | 'transfer_failed'
    | 'customer_transfer_failed'
    | 'bank_transfer_cancelled'
    | 'customer_bank_transfer_cancelled'
    | 'transfer_cancelled'
    | 'customer_transfer_cancelled'
    | 'funding_source_negative'
    | 'customer_funding_source_negative'
    | 'bank_transfer_creation_failed'
    | 'customer_bank_transfer_creation_failed'
  > | null;
  /**
   * 1 to 255 characters, not all blank.
   */
  description?: string | null;
  strictOrder?: boolean | string | null;
  /**
   * A UUID.
   */
  application?: string | null;
};

export type UpdateSubscriptionRequest = (
  | {
      paused: unknown;
    }
  | {
      topics: unknown;
    }
  | {
      description: unknown;
    }
  | {
      secret: unknown;
    }
  | {
      secretRotation: unknown;
    }
) & {
  paused?: boolean | string | null;
  /**
   * Topics of events, such as customer_created, or * for all.
   */
  topics?: Array<
    | '*'
    | 'customer_created'
    | 'customer_verified'
    | 'customer_reverification_needed'
    | 'customer_verification_document_needed'
    | 'customer_verification_pending_review'
    | 'customer_verification_document_uploaded'
    | 'customer_verification_document_approved'
    | 'customer_verification_document_failed'
    | 'customer_suspended'
    | 'customer_deactivated'
    | 'customer_activated'
    | 'customer_beneficial_owner_created'
    | 'customer_beneficial_owner_verified'
    | 'customer_beneficial_owner_reverification_needed'
    | 'customer_beneficial_owner_verification_document_needed'
    | 'customer_beneficial_owner_verification_document_uploaded'
    | 'customer_beneficial_owner_verification_document_approved'
    | 'customer_beneficial_owner_verification_document_failed'
    | 'customer_beneficial_owner_removed'
    | 'funding_source_added'
    | 'customer_funding_source_added'
    | 'funding_source_verified'
    | 'customer_funding_source_verified'
    | 'funding_source_unverified'
    | 'customer_funding_source_unverified'
    | 'funding_source_updated'
    | 'customer_funding_source_updated'
    | 'funding_source_removed'
    | 'customer_funding_source_removed'
    | 'customer_balance_inquiry_completed'
    | 'microdeposits_added'
    | 'customer_microdeposits_added'
    | 'microdeposits_completed'
    | 'customer_microdeposits_completed'
    | 'microdeposits_failed'
    | 'customer_microdeposits_failed'
    | 'microdeposits_maxattempts'
    | 'customer_microdeposits_maxattempts'
    | 'bank_transfer_created'
    | 'customer_bank_transfer_created'
    | 'transfer_created'
    | 'customer_transfer_created'
    | 'bank_transfer_completed'
    | 'customer_bank_transfer_completed'
    | 'transfer_completed'
    | 'customer_transfer_completed'
    | 'bank_transfer_failed'
    | 'customer_bank_transfer_failed'
    | 'transfer_failed'
    | 'customer_transfer_failed'
    | 'bank_transfer_cancelled'
    | 'customer_bank_transfer_cancelled'
    | 'transfer_cancelled'
    | 'customer_transfer_cancelled'
    | 'funding_source_negative'
    | 'customer_funding_source_negative'
    | 'bank_transfer_creation_failed'
    | 'customer_bank_transfer_creation_failed'
  > | null;
  /**
   * 1 to 255 characters, not all blank.
   */
  description?: string | null;
  /**
   * 1 to 128 characters without NUL.
   */
  secret?: string | null;
  secretRotation?: 'completed' | 'cancelled' | null;
};

export type CreateReplayRequest = {
  fromSequence?: number | null;
  toSequence?: number | null;
  /**
   * A moment in UTC, as 2026-01-31T12:00:00Z.
   */
  startDate?: string | null;
  /**
   * A moment in UTC, as 2026-01-31T12:00:00Z.
   */
  endDate?: string | null;
  /**
   * An absolute http or https URL of at most 2048 characters, without blanks, user and password.
   */
  url?: string | null;
};

export type SkipMessageRequest = {
  /**
   * 1 to 500 characters, not all blank.
   */
  reason: string;
};

export type IdempotencyKeyWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<IdempotencyKey>;
  };
  key: string;
};

export type SearchWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Search>;
  };
  /**
   * There are more than are shown.
   */
  more?: true;
  _embedded?: {
    results?: Array<unknown>;
  };
};

export type RequestWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Request>;
    account?: LinkTo<Account>;
    resource?: LinkTo<Customer | BeneficialOwner | Document | FundingSource | Transfer>;
    'idempotency-key'?: LinkTo<IdempotencyKey>;
  };
  id: string;
  created: string;
  method: string;
  path: string;
  route?: string;
  status: number;
  code?: string;
  durationMs: number;
  who: {
    application: {
      id: string;
      name: string;
    };
    person?: {
      id: string;
    };
  };
  address: string;
  key?: true;
  replayed?: true;
  resource?: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  trace: string;
  request?: {
    headers: {
      [key: string]: string;
    };
    bytes: number;
    body?: unknown;
    truncated?: true;
  };
  response?: {
    headers: {
      [key: string]: string;
    };
    bytes: number;
    body?: unknown;
    truncated?: true;
  };
  caused?: {
    timeline?: {
      href: string;
      type?: string;
      'resource-type'?: string;
    };
    more?: true;
  };
};

export type ApplicationSettingsWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationSettings>;
    edit?: LinkTo<ApplicationSettings>;
  };
};

export type SigningKeyRotationWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SigningKeyRotation>;
  };
  id: string;
  /**
   * The new keys are published and sign nothing yet, sign beside former ones that verify, or are the only ones; or an emergency has withdrawn them.
   */
  status: 'published' | 'signing' | 'done' | 'withdrawn';
  emergency: boolean;
  leadSeconds: number;
  /**
   * The application that asked for it.
   */
  operator: string;
  /**
   * The person who did so.
   */
  personId?: string;
  created: string;
  /**
   * When the new keys begin to sign.
   */
  signsFrom: string;
  /**
   * Until when the former keys verify.
   */
  formerUntil: string;
};

export type ApplicationWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Application>;
    edit?: LinkTo<Application>;
    'rotate-secret'?: Link;
  };
  id: string;
  name: string;
  kind: 'server' | 'integration' | 'first-party';
  key: string;
  status: 'waiting' | 'active' | 'rejected' | 'suspended';
  reason?: string;
  permissions: 'read' | 'write' | 'read-write-transact';
  strictRedirects: boolean;
  requirePkce: boolean;
  created: string;
  pending?: {
    name?: string;
    permissions?: 'read' | 'write' | 'read-write-transact';
  };
};

export type ApplicationReviewWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationReview>;
    account?: LinkTo<Account>;
    approve?: Link;
    reject?: Link;
    suspend?: Link;
    reinstate?: Link;
  };
  id: string;
  name: string;
  kind: 'server' | 'integration' | 'first-party';
  key: string;
  status: 'waiting' | 'active' | 'rejected' | 'suspended';
  reason?: string;
  permissions: 'read' | 'write' | 'read-write-transact';
  strictRedirects: boolean;
  requirePkce: boolean;
  created: string;
  pending?: {
    name?: string;
    permissions?: 'read' | 'write' | 'read-write-transact';
  };
  /**
   * While it waits: changes with whatever an approval is about, and names it.
   */
  version?: string;
};

export type DocumentWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Document>;
  };
  id: string;
  status: 'pending' | 'reviewed';
  type: 'passport' | 'license' | 'idCard' | 'other';
  created: string;
  documentVerificationStatus: 'pending' | 'accepted' | 'rejected';
  failureReason?:
    | 'ScanNotReadable'
    | 'ScanNotUploaded'
    | 'ScanIdTypeNotSupported'
    | 'ScanNameMismatch'
    | 'ScanDobMismatch'
    | 'ScanFailedOther'
    | 'FailedOther'
    | 'ScanIdExpired'
    | 'ScanIdUnrecognized'
    | 'BusinessDocNotSupported'
    | 'BusinessNameMismatch'
    | 'BusinessTypeMismatch'
    | 'ForeignPassportNotAllowed';
};

export type DocumentReviewWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentReview>;
    customer?: LinkTo<Customer>;
    file?: Link;
    reads?: LinkTo<DocumentReadList>;
    approve?: Link;
    reject?: Link;
  };
  id: string;
  status: 'pending' | 'reviewed';
  type: 'passport' | 'license' | 'idCard' | 'other';
  created: string;
  documentVerificationStatus: 'pending' | 'accepted' | 'rejected';
  failureReason?:
    | 'ScanNotReadable'
    | 'ScanNotUploaded'
    | 'ScanIdTypeNotSupported'
    | 'ScanNameMismatch'
    | 'ScanDobMismatch'
    | 'ScanFailedOther'
    | 'FailedOther'
    | 'ScanIdExpired'
    | 'ScanIdUnrecognized'
    | 'BusinessDocNotSupported'
    | 'BusinessNameMismatch'
    | 'BusinessTypeMismatch'
    | 'ForeignPassportNotAllowed';
  mediaType: 'image/jpeg' | 'image/png' | 'application/pdf';
  size: number;
  reviewed?: string;
  /**
   * The application that decided on it; absent when the sandbox did.
   */
  reviewedBy?: string;
  /**
   * The person who did so.
   */
  personId?: string;
};

export type FundingSourceWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<FundingSource>;
    account?: LinkTo<Account>;
    customer?: LinkTo<Customer>;
    balance?: LinkTo<Balance>;
    edit?: LinkTo<FundingSource>;
    statement?: LinkTo<Statement>;
    remove?: LinkTo<FundingSource>;
    'with-available-balance'?: LinkTo<FundingSource>;
    'transfer-send'?: LinkTo<TransferList>;
    'transfer-receive'?: LinkTo<TransferList>;
    'transfer-from-balance'?: LinkTo<TransferList>;
    'transfer-to-balance'?: LinkTo<TransferList>;
    'initiate-micro-deposits'?: LinkTo<MicroDeposits>;
    'verify-micro-deposits'?: LinkTo<MicroDeposits>;
    'failed-verification-micro-deposits'?: LinkTo<MicroDeposits>;
  };
  id: string;
  status: 'unverified' | 'verified';
  type: 'bank' | 'balance';
  bankAccountType?: 'checking' | 'savings' | 'general-ledger' | 'loan';
  name: string;
  created: string;
  removed: boolean;
  bankName?: string;
  lastFour?: string;
  fingerprint?: string;
  iavAccountHolders?: {
    selected: string;
  };
};

export type StatementWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Statement>;
    'funding-source'?: LinkTo<FundingSource>;
    account?: LinkTo<Account>;
  };
  source: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  account: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  from: string;
  to: string;
  made: string;
  opening: {
    revision: number;
    balance: {
      value: string;
      currency: 'USD';
    };
  };
  closing: {
    revision: number;
    balance: {
      value: string;
      currency: 'USD';
    };
  };
};

export type LinkingSessionWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<LinkingSession>;
    'funding-source'?: LinkTo<FundingSource>;
  };
  token?: string;
  step: 'login' | 'questions' | 'accounts' | 'done';
  expires: string;
  attemptsLeft: number;
  institution?: {
    id: string;
    name: string;
  };
  publicToken?: string;
  accountId?: string;
};

export type InstitutionWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Institution>;
  };
  id: string;
  name: string;
};

export type PaymentWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Payment>;
    transfer?: LinkTo<Transfer>;
    timeline?: LinkTo<PaymentTimeline>;
  };
  id: string;
  status: 'pending' | 'processed' | 'failed' | 'cancelled';
  amount: {
    value: string;
    currency: 'USD';
  };
  created: string;
  correlationId?: string;
  failure?: {
    transfer: string;
    code: string;
    description: string;
  };
};

export type StatisticsWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Statistics>;
    account?: LinkTo<Account>;
  };
  from: string;
  /**
   * Included, as `from` is.
   */
  to: string;
  now: string;
  /**
   * The last event that is counted: the sums are exact there.
   */
  events: number;
};

export type PaymentTimelineWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<PaymentTimeline>;
    next?: LinkTo<PaymentTimeline>;
  };
  payment: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  _embedded?: {
    entries: Array<
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'request';
          trace?: string;
          requestId?: string;
          method: string;
          route: string;
          /**
           * An Idempotency-Key came with it.
           */
          key: boolean;
          application?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          person?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'state';
          trace?: string;
          transfer: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          status: 'pending' | 'processed' | 'failed' | 'cancelled';
          code?: string;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'posting';
          trace?: string;
          /**
           * `balance:<funding source>`, `transit:<payment>` or `banks`.
           */
          from: string;
          to: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * What is posted on the balance after it.
           */
          balanceAfter?: {
            value: string;
            currency: 'USD';
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'limit';
          trace?: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * The Monday on which it begins, UTC.
           */
          week: string;
          direction: 'taken' | 'given-back';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'bank';
          trace?: string;
          did: 'submitted' | 'settled' | 'returned' | 'corrected';
          code?: string;
          because: 'simulation' | 'sentinel' | 'partner' | 'cancel';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'event';
          trace?: string;
          topic: string;
          position: number;
          event: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'delivery';
          trace?: string;
          subscription: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          sequence: number;
          /**
           * How many replays sent it again.
           */
          replayed: number;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'dropped';
          trace?: string;
          what: string;
          /**
           * What was recorded before is no longer kept.
           */
          before: string;
        }
    >;
  };
};

export type TransferTimelineWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<TransferTimeline>;
    next?: LinkTo<TransferTimeline>;
  };
  payment: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  transfer: {
    href: string;
    type?: string;
    'resource-type'?: string;
  };
  _embedded?: {
    entries: Array<
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'request';
          trace?: string;
          requestId?: string;
          method: string;
          route: string;
          /**
           * An Idempotency-Key came with it.
           */
          key: boolean;
          application?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          person?: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'state';
          trace?: string;
          transfer: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          status: 'pending' | 'processed' | 'failed' | 'cancelled';
          code?: string;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'posting';
          trace?: string;
          /**
           * `balance:<funding source>`, `transit:<payment>` or `banks`.
           */
          from: string;
          to: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * What is posted on the balance after it.
           */
          balanceAfter?: {
            value: string;
            currency: 'USD';
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'limit';
          trace?: string;
          amount: {
            value: string;
            currency: 'USD';
          };
          /**
           * The Monday on which it begins, UTC.
           */
          week: string;
          direction: 'taken' | 'given-back';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'bank';
          trace?: string;
          did: 'submitted' | 'settled' | 'returned' | 'corrected';
          code?: string;
          because: 'simulation' | 'sentinel' | 'partner' | 'cancel';
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'event';
          trace?: string;
          topic: string;
          position: number;
          event: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'delivery';
          trace?: string;
          subscription: {
            href: string;
            type?: string;
            'resource-type'?: string;
          };
          sequence: number;
          /**
           * How many replays sent it again.
           */
          replayed: number;
        }
      | {
          id: string;
          /**
           * The earlier entry that it follows from; absent for the first.
           */
          cause?: string;
          /**
           * The account's time.
           */
          at: string;
          /**
           * The system's time.
           */
          recorded: string;
          kind: 'dropped';
          trace?: string;
          what: string;
          /**
           * What was recorded before is no longer kept.
           */
          before: string;
        }
    >;
  };
};

export type WebhookSubscriptionWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookSubscription>;
    webhooks?: LinkTo<WebhookList>;
    health?: LinkTo<SubscriptionHealth>;
    edit?: LinkTo<WebhookSubscription>;
    pause?: LinkTo<WebhookSubscription>;
    resume?: LinkTo<WebhookSubscription>;
    replay?: LinkTo<ReplayList>;
    remove?: LinkTo<WebhookSubscription>;
  };
  id: string;
  url: string;
  paused: boolean;
  pauseReason?: 'requested' | 'failures' | 'retries-exhausted';
  created: string;
  description?: string;
  strictOrder: boolean;
  /**
   * Whose it is, for people who see those of all applications.
   */
  application?: string;
  secretRotation?: 'started';
};

export type WebhookWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<Webhook>;
    subscription?: LinkTo<WebhookSubscription>;
    retry?: LinkTo<WebhookRetryList>;
    event?: LinkTo<Event>;
  };
  id: string;
  topic: string;
  accountId: string;
  eventId: string;
  subscriptionId: string;
  sequence: number;
  state: 'pending' | 'waiting' | 'held' | 'delivered' | 'failed';
  nextRetry?: string;
};

export type ReadModelWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ReadModel>;
    rebuild?: Link;
  };
  id: string;
  name: string;
  state: 'behind' | 'current' | 'stopped';
  lag: number;
  /**
   * The event that the read model can not take, and why. It is tried again and never skipped.
   */
  stoppedAt?: {
    stream: string;
    revision: number;
    id: string;
    type: string;
    cause: string;
  };
};

export type RequestListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<RequestList>;
    first?: LinkTo<RequestList>;
    next?: LinkTo<RequestList>;
  };
  _embedded: {
    requests: Array<RequestWritable>;
  };
};

export type SigningKeyRotationListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<SigningKeyRotationList>;
    first?: LinkTo<SigningKeyRotationList>;
    prev?: LinkTo<SigningKeyRotationList>;
    next?: LinkTo<SigningKeyRotationList>;
    last?: LinkTo<SigningKeyRotationList>;
  };
  _embedded: {
    'signing-key-rotations': Array<SigningKeyRotationWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ApplicationListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationList>;
    first?: LinkTo<ApplicationList>;
    prev?: LinkTo<ApplicationList>;
    next?: LinkTo<ApplicationList>;
    last?: LinkTo<ApplicationList>;
  };
  _embedded: {
    applications: Array<ApplicationWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ApplicationReviewListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ApplicationReviewList>;
    first?: LinkTo<ApplicationReviewList>;
    prev?: LinkTo<ApplicationReviewList>;
    next?: LinkTo<ApplicationReviewList>;
    last?: LinkTo<ApplicationReviewList>;
  };
  _embedded: {
    applications: Array<ApplicationReviewWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type DocumentListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentList>;
    first?: LinkTo<DocumentList>;
    prev?: LinkTo<DocumentList>;
    next?: LinkTo<DocumentList>;
    last?: LinkTo<DocumentList>;
  };
  _embedded: {
    documents: Array<DocumentWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type DocumentReviewListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<DocumentReviewList>;
    first?: LinkTo<DocumentReviewList>;
    prev?: LinkTo<DocumentReviewList>;
    next?: LinkTo<DocumentReviewList>;
    last?: LinkTo<DocumentReviewList>;
  };
  _embedded: {
    'document-reviews': Array<DocumentReviewWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type FundingSourceListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<FundingSourceList>;
    first?: LinkTo<FundingSourceList>;
    prev?: LinkTo<FundingSourceList>;
    next?: LinkTo<FundingSourceList>;
    last?: LinkTo<FundingSourceList>;
    account?: LinkTo<Account>;
    customer?: LinkTo<Customer>;
  };
  _embedded: {
    'funding-sources': Array<FundingSourceWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type InstitutionListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<InstitutionList>;
    first?: LinkTo<InstitutionList>;
    prev?: LinkTo<InstitutionList>;
    next?: LinkTo<InstitutionList>;
    last?: LinkTo<InstitutionList>;
  };
  _embedded: {
    institutions: Array<InstitutionWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type WebhookSubscriptionListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookSubscriptionList>;
    first?: LinkTo<WebhookSubscriptionList>;
    prev?: LinkTo<WebhookSubscriptionList>;
    next?: LinkTo<WebhookSubscriptionList>;
    last?: LinkTo<WebhookSubscriptionList>;
  };
  _embedded: {
    'webhook-subscriptions': Array<WebhookSubscriptionWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type WebhookListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<WebhookList>;
    first?: LinkTo<WebhookList>;
    prev?: LinkTo<WebhookList>;
    next?: LinkTo<WebhookList>;
    last?: LinkTo<WebhookList>;
  };
  _embedded: {
    webhooks: Array<WebhookWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

export type ReadModelListWritable = {
  /**
   * What can be done next, by relation. What cannot be done has no link.
   */
  _links: {
    self: LinkTo<ReadModelList>;
    first?: LinkTo<ReadModelList>;
    prev?: LinkTo<ReadModelList>;
    next?: LinkTo<ReadModelList>;
    last?: LinkTo<ReadModelList>;
  };
  _embedded: {
    'read-models': Array<ReadModelWritable>;
  };
  total: number;
  /**
   * There are more than `total` says.
   */
  totalIsAtLeast?: true;
};

/**
 * The id of the resource, as its links have it.
 */
export type Id = string;

/**
 * The name of the file.
 */
export type File = string;

/**
 * An Idempotency-Key, percent-encoded.
 */
export type Key = string;

/**
 * The id of the retry.
 */
export type RetryId = string;

/**
 * The same request under the same key has its effect once; kept for 24 hours.
 */
export type IdempotencyKey2 = string;

/**
 * The `ETag` of what the client has: the answer is 304 while it has not changed.
 */
export type IfNoneMatch = string;

export type GetRootData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/';
};

export type GetRootResponses = {
  /**
   * The resource.
   */
  200: Root;
};

export type GetRootResponse = GetRootResponses[keyof GetRootResponses];

export type GetOpenApiData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/openapi.json';
};

export type GetOpenApiResponses = {
  /**
   * The content.
   */
  200: {
    [key: string]: unknown;
  };
};

export type GetOpenApiResponse = GetOpenApiResponses[keyof GetOpenApiResponses];

export type GetAsyncApiData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/asyncapi.json';
};

export type GetAsyncApiResponses = {
  /**
   * The content.
   */
  200: {
    [key: string]: unknown;
  };
};

export type GetAsyncApiResponse = GetAsyncApiResponses[keyof GetAsyncApiResponses];

export type GetIdempotencyKeyData = {
  body?: never;
  path: {
    /**
     * An Idempotency-Key, percent-encoded.
     */
    key: string;
  };
  query?: never;
  url: '/idempotency-keys/{key}';
};

export type GetIdempotencyKeyResponses = {
  /**
   * The resource.
   */
  200: IdempotencyKey;
};

export type GetIdempotencyKeyResponse = GetIdempotencyKeyResponses[keyof GetIdempotencyKeyResponses];

export type SearchData = {
  body?: never;
  path?: never;
  query: {
    q: string;
  };
  url: '/search';
};

export type SearchResponses = {
  /**
   * The resource.
   */
  200: Search;
};

export type SearchResponse = SearchResponses[keyof SearchResponses];

export type ListRequestsData = {
  body?: never;
  path?: never;
  query?: {
    /**
     * Requests of applications, or of persons who use the console or the command line.
     */
    by?: 'application' | 'person' | 'all';
    /**
     * Any of these: a class, `2xx` to `5xx`, or three digits.
     */
    status?: Array<string>;
    /**
     * Any of these; repeated for more than one.
     */
    method?: Array<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | 'CONNECT'>;
    /**
     * Any of these; repeated for more than one.
     */
    route?: Array<
      | '/'
      | '/openapi.json'
      | '/asyncapi.json'
      | '/idempotency-keys/{key}'
      | '/search'
      | '/requests'
      | '/requests/{id}'
      | '/requests/stream'
      | '/token'
      | '/token/revocation'
      | '/token/introspection'
      | '/device/authorization'
      | '/userinfo'
      | '/auth'
      | '/session/end'
      | '/.well-known/openid-configuration'
      | '/jwks'
      | '/accounts'
      | '/accounts/{id}'
      | '/accounts/{id}/settings'
      | '/operations/accounts/{id}/settings'
      | '/application-settings'
      | '/people'
      | '/people/{id}'
      | '/invitations'
      | '/invitations/{id}'
      | '/security-events'
      | '/operations/security-events'
      | '/operations/signing-key-rotations'
      | '/operations/signing-key-rotations/{id}'
      | '/applications'
      | '/applications/{id}'
      | '/applications/{id}/secrets'
      | '/operations/applications'
      | '/operations/applications/{id}'
      | '/operations/applications/{id}/approvals'
      | '/operations/applications/{id}/rejections'
      | '/operations/applications/{id}/suspensions'
      | '/operations/applications/{id}/reinstatements'
      | '/operations/accounts'
      | '/operations/accounts/{id}'
      | '/operations/accounts/{id}/suspensions'
      | '/operations/accounts/{id}/reinstatements'
      | '/operations/people'
      | '/operations/people/{id}'
      | '/operations/people/{id}/suspensions'
      | '/operations/people/{id}/factor-resets'
      | '/operations/people/{id}/reinstatements'
      | '/customers'
      | '/customers/{id}'
      | '/operations/customers/{id}'
      | '/operations/customers/{id}/reinstatements'
      | '/customers/{id}/beneficial-owners'
      | '/beneficial-owners/{id}'
      | '/customers/{id}/beneficial-ownership'
      | '/customers/{id}/documents'
      | '/beneficial-owners/{id}/documents'
      | '/documents/{id}'
      | '/operations/documents'
      | '/operations/documents/{id}'
      | '/operations/documents/{id}/approvals'
      | '/operations/documents/{id}/rejections'
      | '/operations/documents/{id}/file'
      | '/operations/documents/{id}/reads'
      | '/business-classifications'
      | '/business-classifications/{id}'
      | '/operations/customers/{id}/erasures'
      | '/operations/erasures'
      | '/operations/erasures/{id}'
      | '/operations/customers/{id}/legal-holds'
      | '/operations/legal-holds'
      | '/operations/legal-holds/{id}'
      | '/customers/{id}/funding-sources'
      | '/funding-sources'
      | '/accounts/{id}/funding-sources'
      | '/funding-sources/{id}'
      | '/funding-sources/{id}/balance'
      | '/funding-sources/{id}/statement'
      | '/funding-sources/{id}/micro-deposits'
      | '/on-demand-authorizations'
      | '/on-demand-authorizations/{id}'
      | '/sandbox-partner-tokens'
      | '/customers/{id}/iav-token'
      | '/customers/{id}/funding-sources-token'
      | '/sandbox-provider-tokens'
      | '/linking/sessions'
      | '/linking/session'
      | '/linking/institutions'
      | '/linking/logins'
      | '/linking/answers'
      | '/linking/selections'
      | '/linking/funding-sources'
      | '/linking/applications/{id}'
      | '/linking/assets/{id}/{file}'
      | '/1/{file}'
      | '/transfers'
      | '/transfers/{id}'
      | '/customers/{id}/transfers'
      | '/accounts/{id}/transfers'
      | '/transfers/{id}/fees'
      | '/transfers/{id}/failure'
      | '/payments/{id}'
      | '/customers/{id}/limits'
      | '/transfers/{id}/simulation'
      | '/sandbox-simulations'
      | '/sandbox-simulations/{id}/transfers'
      | '/ledger/trial-balance'
      | '/accounts/{id}/conservation'
      | '/operations/accounts/{id}/conservation'
      | '/conservation'
      | '/accounts/{id}/statistics'
      | '/payments/{id}/timeline'
      | '/transfers/{id}/timeline'
      | '/webhook-subscriptions'
      | '/webhook-subscriptions/{id}'
      | '/webhook-subscriptions/{id}/health'
      | '/webhook-subscriptions/{id}/webhooks'
      | '/webhooks/{id}'
      | '/webhooks/{id}/retries'
      | '/webhooks/{id}/retries/{retryId}'
      | '/webhook-subscriptions/{id}/events'
      | '/webhook-subscriptions/{id}/replays'
      | '/replays/{id}'
      | '/events'
      | '/events/{id}'
      | '/events/stream'
      | '/operations/funding-sources/parked-keys'
      | '/operations/funding-sources/parked-keys/{id}'
      | '/operations/funding-sources/parked-keys/{id}/replays'
      | '/operations/funding-sources/parked-keys/{id}/skips'
      | '/operations/funding-sources/foreign-messages'
      | '/operations/funding-sources/skipped-messages'
      | '/operations/funding-sources/read-models'
      | '/operations/funding-sources/read-models/{id}'
      | '/operations/funding-sources/read-models/{id}/rebuilds'
      | '/operations/transfers/parked-keys'
      | '/operations/transfers/parked-keys/{id}'
      | '/operations/transfers/parked-keys/{id}/replays'
      | '/operations/transfers/parked-keys/{id}/skips'
      | '/operations/transfers/foreign-messages'
      | '/operations/transfers/skipped-messages'
      | '/operations/transfers/read-models'
      | '/operations/transfers/read-models/{id}'
      | '/operations/transfers/read-models/{id}/rebuilds'
      | '/operations/webhooks/parked-keys'
      | '/operations/webhooks/parked-keys/{id}'
      | '/operations/webhooks/parked-keys/{id}/replays'
      | '/operations/webhooks/parked-keys/{id}/skips'
      | '/operations/webhooks/foreign-messages'
      | '/operations/webhooks/skipped-messages'
      | '/operations/webhooks/read-models'
      | '/operations/webhooks/read-models/{id}'
      | '/operations/webhooks/read-models/{id}/rebuilds'
    >;
    /**
     * Any of these; repeated for more than one.
     */
    code?: Array<
      | 'BadRequest'
      | 'ValidationError'
      | 'DuplicateResource'
      | 'MaxNumberOfResources'
      | 'UnsupportedBank'
      | 'UpdateCredentials'
      | 'InvalidLogin'
      | 'AccountNotFound'
      | 'UnsupportedSite'
      | 'AlreadyLoggedIn'
      | 'VisitSite'
      | 'UnavailableSite'
      | 'InvalidCredentials'
      | 'InvalidAccessToken'
      | 'ExpiredAccessToken'
      | 'InvalidApplicationStatus'
      | 'InvalidAccountStatus'
      | 'NoSession'
      | 'FreshLogInRequired'
      | 'CrossSiteRequest'
      | 'InvalidScopes'
      | 'Forbidden'
      | 'InvalidResourceState'
      | 'OriginNotAllowed'
      | 'NotFound'
      | 'Gone'
      | 'MethodNotAllowed'
      | 'InvalidVersion'
      | 'NotAcceptable'
      | 'Conflict'
      | 'FileTooLarge'
      | 'PayloadTooLarge'
      | 'UnsupportedMediaType'
      | 'IdempotencyKeyReused'
      | 'TooManyRequests'
      | 'RateLimitReached'
      | 'TryAgainLater'
      | 'ServerError'
      | 'ServiceUnavailable'
      | 'RequestTimeout'
    >;
    /**
     * A UUID.
     */
    application?: string;
    /**
     * A UUID.
     */
    person?: string;
    /**
     * A UUID.
     */
    resource?: string;
    /**
     * An Idempotency-Key, the whole of it.
     */
    key?: string;
    trace?: string;
    /**
     * The id of a request or of its resource, or a trace: whole, or its first eight characters or more.
     */
    search?: string;
    limit?: number;
    /**
     * A moment (RFC 3339) with any offset, up to milliseconds.
     */
    from?: string;
    /**
     * A moment (RFC 3339) with any offset, up to milliseconds.
     */
    to?: string;
    /**
     * A UUID.
     */
    after?: string;
  };
  url: '/requests';
};

export type ListRequestsResponses = {
  /**
   * The list.
   */
  200: RequestList;
};

export type ListRequestsResponse = ListRequestsResponses[keyof ListRequestsResponses];

export type GetRequestData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/requests/{id}';
};

export type GetRequestResponses = {
  /**
   * The resource.
   */
  200: Request;
};

export type GetRequestResponse = GetRequestResponses[keyof GetRequestResponses];

export type StreamRequestsData = {
  body?: never;
  path?: never;
  query?: {
    /**
     * Requests of applications, or of persons who use the console or the command line.
     */
    by?: 'application' | 'person' | 'all';
    /**
     * Any of these: a class, `2xx` to `5xx`, or three digits.
     */
    status?: Array<string>;
    /**
     * Any of these; repeated for more than one.
     */
    method?: Array<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | 'CONNECT'>;
    /**
     * Any of these; repeated for more than one.
     */
    route?: Array<
      | '/'
      | '/openapi.json'
      | '/asyncapi.json'
      | '/idempotency-keys/{key}'
      | '/search'
      | '/requests'
      | '/requests/{id}'
      | '/requests/stream'
      | '/token'
      | '/token/revocation'
      | '/token/introspection'
      | '/device/authorization'
      | '/userinfo'
      | '/auth'
      | '/session/end'
      | '/.well-known/openid-configuration'
      | '/jwks'
      | '/accounts'
      | '/accounts/{id}'
      | '/accounts/{id}/settings'
      | '/operations/accounts/{id}/settings'
      | '/application-settings'
      | '/people'
      | '/people/{id}'
      | '/invitations'
      | '/invitations/{id}'
      | '/security-events'
      | '/operations/security-events'
      | '/operations/signing-key-rotations'
      | '/operations/signing-key-rotations/{id}'
      | '/applications'
      | '/applications/{id}'
      | '/applications/{id}/secrets'
      | '/operations/applications'
      | '/operations/applications/{id}'
      | '/operations/applications/{id}/approvals'
      | '/operations/applications/{id}/rejections'
      | '/operations/applications/{id}/suspensions'
      | '/operations/applications/{id}/reinstatements'
      | '/operations/accounts'
      | '/operations/accounts/{id}'
      | '/operations/accounts/{id}/suspensions'
      | '/operations/accounts/{id}/reinstatements'
      | '/operations/people'
      | '/operations/people/{id}'
      | '/operations/people/{id}/suspensions'
      | '/operations/people/{id}/factor-resets'
      | '/operations/people/{id}/reinstatements'
      | '/customers'
      | '/customers/{id}'
      | '/operations/customers/{id}'
      | '/operations/customers/{id}/reinstatements'
      | '/customers/{id}/beneficial-owners'
      | '/beneficial-owners/{id}'
      | '/customers/{id}/beneficial-ownership'
      | '/customers/{id}/documents'
      | '/beneficial-owners/{id}/documents'
      | '/documents/{id}'
      | '/operations/documents'
      | '/operations/documents/{id}'
      | '/operations/documents/{id}/approvals'
      | '/operations/documents/{id}/rejections'
      | '/operations/documents/{id}/file'
      | '/operations/documents/{id}/reads'
      | '/business-classifications'
      | '/business-classifications/{id}'
      | '/operations/customers/{id}/erasures'
      | '/operations/erasures'
      | '/operations/erasures/{id}'
      | '/operations/customers/{id}/legal-holds'
      | '/operations/legal-holds'
      | '/operations/legal-holds/{id}'
      | '/customers/{id}/funding-sources'
      | '/funding-sources'
      | '/accounts/{id}/funding-sources'
      | '/funding-sources/{id}'
      | '/funding-sources/{id}/balance'
      | '/funding-sources/{id}/statement'
      | '/funding-sources/{id}/micro-deposits'
      | '/on-demand-authorizations'
      | '/on-demand-authorizations/{id}'
      | '/sandbox-partner-tokens'
      | '/customers/{id}/iav-token'
      | '/customers/{id}/funding-sources-token'
      | '/sandbox-provider-tokens'
      | '/linking/sessions'
      | '/linking/session'
      | '/linking/institutions'
      | '/linking/logins'
      | '/linking/answers'
      | '/linking/selections'
      | '/linking/funding-sources'
      | '/linking/applications/{id}'
      | '/linking/assets/{id}/{file}'
      | '/1/{file}'
      | '/transfers'
      | '/transfers/{id}'
      | '/customers/{id}/transfers'
      | '/accounts/{id}/transfers'
      | '/transfers/{id}/fees'
      | '/transfers/{id}/failure'
      | '/payments/{id}'
      | '/customers/{id}/limits'
      | '/transfers/{id}/simulation'
      | '/sandbox-simulations'
      | '/sandbox-simulations/{id}/transfers'
      | '/ledger/trial-balance'
      | '/accounts/{id}/conservation'
      | '/operations/accounts/{id}/conservation'
      | '/conservation'
      | '/accounts/{id}/statistics'
      | '/payments/{id}/timeline'
      | '/transfers/{id}/timeline'
      | '/webhook-subscriptions'
      | '/webhook-subscriptions/{id}'
      | '/webhook-subscriptions/{id}/health'
      | '/webhook-subscriptions/{id}/webhooks'
      | '/webhooks/{id}'
      | '/webhooks/{id}/retries'
      | '/webhooks/{id}/retries/{retryId}'
      | '/webhook-subscriptions/{id}/events'
      | '/webhook-subscriptions/{id}/replays'
      | '/replays/{id}'
      | '/events'
      | '/events/{id}'
      | '/events/stream'
      | '/operations/funding-sources/parked-keys'
      | '/operations/funding-sources/parked-keys/{id}'
      | '/operations/funding-sources/parked-keys/{id}/replays'
      | '/operations/funding-sources/parked-keys/{id}/skips'
      | '/operations/funding-sources/foreign-messages'
      | '/operations/funding-sources/skipped-messages'
      | '/operations/funding-sources/read-models'
      | '/operations/funding-sources/read-models/{id}'
      | '/operations/funding-sources/read-models/{id}/rebuilds'
      | '/operations/transfers/parked-keys'
      | '/operations/transfers/parked-keys/{id}'
      | '/operations/transfers/parked-keys/{id}/replays'
      | '/operations/transfers/parked-keys/{id}/skips'
      | '/operations/transfers/foreign-messages'
      | '/operations/transfers/skipped-messages'
      | '/operations/transfers/read-models'
      | '/operations/transfers/read-models/{id}'
      | '/operations/transfers/read-models/{id}/rebuilds'
      | '/operations/webhooks/parked-keys'
      | '/operations/webhooks/parked-keys/{id}'
      | '/operations/webhooks/parked-keys/{id}/replays'
      | '/operations/webhooks/parked-keys/{id}/skips'
      | '/operations/webhooks/foreign-messages'
      | '/operations/webhooks/skipped-messages'
      | '/operations/webhooks/read-models'
      | '/operations/webhooks/read-models/{id}'
      | '/operations/webhooks/read-models/{id}/rebuilds'
    >;
    /**
     * Any of these; repeated for more than one.
     */
    code?: Array<
      | 'BadRequest'
      | 'ValidationError'
      | 'DuplicateResource'
      | 'MaxNumberOfResources'
      | 'UnsupportedBank'
      | 'UpdateCredentials'
      | 'InvalidLogin'
      | 'AccountNotFound'
      | 'UnsupportedSite'
      | 'AlreadyLoggedIn'
      | 'VisitSite'
      | 'UnavailableSite'
      | 'InvalidCredentials'
      | 'InvalidAccessToken'
      | 'ExpiredAccessToken'
      | 'InvalidApplicationStatus'
      | 'InvalidAccountStatus'
      | 'NoSession'
      | 'FreshLogInRequired'
      | 'CrossSiteRequest'
      | 'InvalidScopes'
      | 'Forbidden'
      | 'InvalidResourceState'
      | 'OriginNotAllowed'
      | 'NotFound'
      | 'Gone'
      | 'MethodNotAllowed'
      | 'InvalidVersion'
      | 'NotAcceptable'
      | 'Conflict'
      | 'FileTooLarge'
      | 'PayloadTooLarge'
      | 'UnsupportedMediaType'
      | 'IdempotencyKeyReused'
      | 'TooManyRequests'
      | 'RateLimitReached'
      | 'TryAgainLater'
      | 'ServerError'
      | 'ServiceUnavailable'
      | 'RequestTimeout'
    >;
    /**
     * A UUID.
     */
    application?: string;
    /**
     * A UUID.
     */
    person?: string;
    /**
     * A UUID.
     */
    resource?: string;
    /**
     * An Idempotency-Key, the whole of it.
     */
    key?: string;
    trace?: string;
    /**
     * The id of a request or of its resource, or a trace: whole, or its first eight characters or more.
     */
    search?: string;
  };
  url: '/requests/stream';
};

export type StreamRequestsResponses = {
  /**
   * Each event of the stream, by the fields of Server-Sent Events.
   */
  200: {
    /**
     * Where a client continues after the event.
     */
    id: string;
    /**
     * `message` has an event of the account and `request` a request of it; the others tell a position.
     */
    event?: 'begin' | 'message' | 'request' | 'position';
    /**
     * What webhooks are told of the event, or the request as lists show it.
     */
    data: string;
    /**
     * Milliseconds to wait before a new connection.
     */
    retry?: number;
  };
};

export type StreamRequestsResponse = StreamRequestsResponses[keyof StreamRequestsResponses];

export type CreateTokenData = {
  body: TokenRequest;
  path?: never;
  query?: never;
  url: '/token';
};

export type CreateTokenResponses = {
  /**
   * A token.
   */
  200: Token;
};

export type CreateTokenResponse = CreateTokenResponses[keyof CreateTokenResponses];

export type RevokeTokenData = {
  body: PresentedToken;
  path?: never;
  query?: never;
  url: '/token/revocation';
};

export type RevokeTokenResponses = {
  /**
   * It is done.
   */
  200: unknown;
};

export type IntrospectTokenData = {
  body: PresentedToken;
  path?: never;
  query?: never;
  url: '/token/introspection';
};

export type IntrospectTokenResponses = {
  /**
   * What is known of the token.
   */
  200: Introspection;
};

export type IntrospectTokenResponse = IntrospectTokenResponses[keyof IntrospectTokenResponses];

export type AuthorizeDeviceData = {
  body: DeviceAuthorizationRequest;
  path?: never;
  query?: never;
  url: '/device/authorization';
};

export type AuthorizeDeviceResponses = {
  /**
   * The codes.
   */
  200: DeviceAuthorization;
};

export type AuthorizeDeviceResponse = AuthorizeDeviceResponses[keyof AuthorizeDeviceResponses];

export type GetUserinfoData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/userinfo';
};

export type GetUserinfoResponses = {
  /**
   * What the application may know of the person.
   */
  200: Userinfo;
};

export type GetUserinfoResponse = GetUserinfoResponses[keyof GetUserinfoResponses];

export type GetUserinfoByPostData = {
  body?: UserinfoRequest;
  path?: never;
  query?: never;
  url: '/userinfo';
};

export type GetUserinfoByPostResponses = {
  /**
   * What the application may know of the person.
   */
  200: Userinfo;
};

export type GetUserinfoByPostResponse = GetUserinfoByPostResponses[keyof GetUserinfoByPostResponses];

export type AuthorizeData = {
  body?: never;
  path?: never;
  query: {
    /**
     * The key of the application.
     */
    client_id: string;
    response_type: 'code';
    /**
     * Where the browser comes back. It may be left out where one is registered.
     */
    redirect_uri?: string;
    /**
     * Scopes with blanks between. `openid` brings an ID token.
     */
    scope: string;
    /**
     * Comes back as it was sent.
     */
    state?: string;
    /**
     * Comes back in the ID token.
     */
    nonce?: string;
    /**
     * `none`, `login`, `consent` or `select_account`, or several with blanks between.
     */
    prompt?: string;
    /**
     * How many seconds ago the log-in may have been.
     */
    max_age?: number;
    /**
     * The e-mail address that stands in the form of the log-in.
     */
    login_hint?: string;
    /**
     * An ID token of the person that is expected.
     */
    id_token_hint?: string;
    /**
     * The SHA-256 of the verifier (RFC 7636).
     */
    code_challenge?: string;
    code_challenge_method?: 'S256';
  };
  url: '/auth';
};

export type AuthorizeByFormData = {
  body: AuthorizationRequest;
  path?: never;
  query?: never;
  url: '/auth';
};

export type ShowSessionEndData = {
  body?: never;
  path?: never;
  query?: {
    /**
     * The key of the application.
     */
    client_id?: string;
    /**
     * An ID token that the application got, which may have expired.
     */
    id_token_hint?: string;
    /**
     * Where the browser continues: one that is registered.
     */
    post_logout_redirect_uri?: string;
    /**
     * Comes back as it was sent.
     */
    state?: string;
  };
  url: '/session/end';
};

export type ShowSessionEndResponses = {
  /**
   * The content.
   */
  200: string;
};

export type ShowSessionEndResponse = ShowSessionEndResponses[keyof ShowSessionEndResponses];

export type ShowSessionEndByFormData = {
  body: LogoutRequest;
  path?: never;
  query?: never;
  url: '/session/end';
};

export type GetOpenIdConfigurationData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/.well-known/openid-configuration';
};

export type GetOpenIdConfigurationResponses = {
  /**
   * What there is, and where.
   */
  200: OpenIdConfiguration;
};

export type GetOpenIdConfigurationResponse = GetOpenIdConfigurationResponses[keyof GetOpenIdConfigurationResponses];

export type GetPublicKeysData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/jwks';
};

export type GetPublicKeysResponses = {
  /**
   * The keys.
   */
  200: JsonWebKeySet;
};

export type GetPublicKeysResponse = GetPublicKeysResponses[keyof GetPublicKeysResponses];

export type OpenAccountData = {
  body: OpenAccountRequest;
  path?: never;
  query?: never;
  url: '/accounts';
};

export type OpenAccountResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Account>;
};

export type OpenAccountResponse = OpenAccountResponses[keyof OpenAccountResponses];

export type GetAccountData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/accounts/{id}';
};

export type GetAccountResponses = {
  /**
   * The resource.
   */
  200: Account;
};

export type GetAccountResponse = GetAccountResponses[keyof GetAccountResponses];

export type GetOwnAccountSettingsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/accounts/{id}/settings';
};

export type GetOwnAccountSettingsResponses = {
  /**
   * The resource.
   */
  200: OwnAccountSettings;
};

export type GetOwnAccountSettingsResponse = GetOwnAccountSettingsResponses[keyof GetOwnAccountSettingsResponses];

export type GetAccountSettingsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}/settings';
};

export type GetAccountSettingsResponses = {
  /**
   * The resource.
   */
  200: AccountSettings;
};

export type GetAccountSettingsResponse = GetAccountSettingsResponses[keyof GetAccountSettingsResponses];

export type ChangeAccountSettingsData = {
  body: ChangeAccountSettingsRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}/settings';
};

export type ChangeAccountSettingsResponses = {
  /**
   * The resource.
   */
  200: AccountSettings;
};

export type ChangeAccountSettingsResponse = ChangeAccountSettingsResponses[keyof ChangeAccountSettingsResponses];

export type GetApplicationSettingsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/application-settings';
};

export type GetApplicationSettingsResponses = {
  /**
   * The resource.
   */
  200: ApplicationSettings;
};

export type GetApplicationSettingsResponse = GetApplicationSettingsResponses[keyof GetApplicationSettingsResponses];

export type ChangeApplicationSettingsData = {
  body: ChangeApplicationSettingsRequest;
  path?: never;
  query?: never;
  url: '/application-settings';
};

export type ChangeApplicationSettingsResponses = {
  /**
   * The resource.
   */
  200: ApplicationSettings;
};

export type ChangeApplicationSettingsResponse =
  ChangeApplicationSettingsResponses[keyof ChangeApplicationSettingsResponses];

export type ListPeopleData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/people';
};

export type ListPeopleResponses = {
  /**
   * The list.
   */
  200: PersonList;
};

export type ListPeopleResponse = ListPeopleResponses[keyof ListPeopleResponses];

export type GetPersonData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/people/{id}';
};

export type GetPersonResponses = {
  /**
   * The resource.
   */
  200: Person;
};

export type GetPersonResponse = GetPersonResponses[keyof GetPersonResponses];

export type ChangePersonData = {
  body: ChangePersonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/people/{id}';
};

export type ChangePersonResponses = {
  /**
   * The resource.
   */
  200: Person;
};

export type ChangePersonResponse = ChangePersonResponses[keyof ChangePersonResponses];

export type ListInvitationsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/invitations';
};

export type ListInvitationsResponses = {
  /**
   * The list.
   */
  200: InvitationList;
};

export type ListInvitationsResponse = ListInvitationsResponses[keyof ListInvitationsResponses];

export type CreateInvitationData = {
  body: CreateInvitationRequest;
  path?: never;
  query?: never;
  url: '/invitations';
};

export type CreateInvitationResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Invitation>;
};

export type CreateInvitationResponse = CreateInvitationResponses[keyof CreateInvitationResponses];

export type WithdrawInvitationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/invitations/{id}';
};

export type WithdrawInvitationResponses = {
  /**
   * The resource.
   */
  200: Invitation;
};

export type WithdrawInvitationResponse = WithdrawInvitationResponses[keyof WithdrawInvitationResponses];

export type GetInvitationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/invitations/{id}';
};

export type GetInvitationResponses = {
  /**
   * The resource.
   */
  200: Invitation;
};

export type GetInvitationResponse = GetInvitationResponses[keyof GetInvitationResponses];

export type ListSecurityEventsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * Any of these; repeated for more than one.
     */
    type?: Array<
      | 'login_succeeded'
      | 'login_failed'
      | 'logout'
      | 'password_changed'
      | 'factor_added'
      | 'factor_removed'
      | 'consent_granted'
      | 'consent_denied'
      | 'consent_withdrawn'
      | 'token_reuse_detected'
      | 'application_registered'
      | 'application_approved'
      | 'application_rejected'
      | 'application_suspended'
      | 'application_reinstated'
      | 'secret_rotated'
      | 'person_invited'
      | 'person_joined'
      | 'person_removed'
      | 'person_suspended'
      | 'signing_key_rotated'
    >;
    /**
     * A UUID.
     */
    personId?: string;
    /**
     * A UUID.
     */
    applicationId?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    startDate?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    endDate?: string;
  };
  url: '/security-events';
};

export type ListSecurityEventsResponses = {
  /**
   * The list.
   */
  200: SecurityEventList;
};

export type ListSecurityEventsResponse = ListSecurityEventsResponses[keyof ListSecurityEventsResponses];

export type ListAllSecurityEventsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * Any of these; repeated for more than one.
     */
    type?: Array<
      | 'login_succeeded'
      | 'login_failed'
      | 'logout'
      | 'password_changed'
      | 'factor_added'
      | 'factor_removed'
      | 'consent_granted'
      | 'consent_denied'
      | 'consent_withdrawn'
      | 'token_reuse_detected'
      | 'application_registered'
      | 'application_approved'
      | 'application_rejected'
      | 'application_suspended'
      | 'application_reinstated'
      | 'secret_rotated'
      | 'person_invited'
      | 'person_joined'
      | 'person_removed'
      | 'person_suspended'
      | 'signing_key_rotated'
    >;
    /**
     * A UUID.
     */
    personId?: string;
    /**
     * A UUID.
     */
    applicationId?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    startDate?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    endDate?: string;
  };
  url: '/operations/security-events';
};

export type ListAllSecurityEventsResponses = {
  /**
   * The list.
   */
  200: SecurityEventList;
};

export type ListAllSecurityEventsResponse = ListAllSecurityEventsResponses[keyof ListAllSecurityEventsResponses];

export type ListSigningKeyRotationsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/signing-key-rotations';
};

export type ListSigningKeyRotationsResponses = {
  /**
   * The list.
   */
  200: SigningKeyRotationList;
};

export type ListSigningKeyRotationsResponse = ListSigningKeyRotationsResponses[keyof ListSigningKeyRotationsResponses];

export type RotateSigningKeysData = {
  body?: RotateSigningKeysRequest;
  path?: never;
  query?: never;
  url: '/operations/signing-key-rotations';
};

export type RotateSigningKeysResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<SigningKeyRotation>;
};

export type RotateSigningKeysResponse = RotateSigningKeysResponses[keyof RotateSigningKeysResponses];

export type GetSigningKeyRotationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/signing-key-rotations/{id}';
};

export type GetSigningKeyRotationResponses = {
  /**
   * The resource.
   */
  200: SigningKeyRotation;
};

export type GetSigningKeyRotationResponse = GetSigningKeyRotationResponses[keyof GetSigningKeyRotationResponses];

export type ListApplicationsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
  };
  url: '/applications';
};

export type ListApplicationsResponses = {
  /**
   * The list.
   */
  200: ApplicationList;
};

export type ListApplicationsResponse = ListApplicationsResponses[keyof ListApplicationsResponses];

export type CreateApplicationData = {
  body: CreateApplicationRequest;
  path?: never;
  query?: never;
  url: '/applications';
};

export type CreateApplicationResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Application>;
};

export type CreateApplicationResponse = CreateApplicationResponses[keyof CreateApplicationResponses];

export type GetApplicationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/applications/{id}';
};

export type GetApplicationResponses = {
  /**
   * The resource.
   */
  200: Application;
};

export type GetApplicationResponse = GetApplicationResponses[keyof GetApplicationResponses];

export type ChangeApplicationData = {
  body: ChangeApplicationRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/applications/{id}';
};

export type ChangeApplicationResponses = {
  /**
   * The resource.
   */
  200: Application;
};

export type ChangeApplicationResponse = ChangeApplicationResponses[keyof ChangeApplicationResponses];

export type CreateApplicationSecretData = {
  body?: RotateSecretRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/applications/{id}/secrets';
};

export type CreateApplicationSecretResponses = {
  /**
   * The resource.
   */
  200: ApplicationSecret;
};

export type CreateApplicationSecretResponse = CreateApplicationSecretResponses[keyof CreateApplicationSecretResponses];

export type ListApplicationReviewsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
    status?: 'waiting' | 'active' | 'rejected' | 'suspended';
  };
  url: '/operations/applications';
};

export type ListApplicationReviewsResponses = {
  /**
   * The list.
   */
  200: ApplicationReviewList;
};

export type ListApplicationReviewsResponse = ListApplicationReviewsResponses[keyof ListApplicationReviewsResponses];

export type GetApplicationReviewData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/applications/{id}';
};

export type GetApplicationReviewResponses = {
  /**
   * The resource.
   */
  200: ApplicationReview;
};

export type GetApplicationReviewResponse = GetApplicationReviewResponses[keyof GetApplicationReviewResponses];

export type ApproveApplicationData = {
  body: ApproveApplicationRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/applications/{id}/approvals';
};

export type ApproveApplicationResponses = {
  /**
   * The resource.
   */
  200: ApplicationReview;
};

export type ApproveApplicationResponse = ApproveApplicationResponses[keyof ApproveApplicationResponses];

export type RejectApplicationData = {
  body: RejectApplicationRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/applications/{id}/rejections';
};

export type RejectApplicationResponses = {
  /**
   * The resource.
   */
  200: ApplicationReview;
};

export type RejectApplicationResponse = RejectApplicationResponses[keyof RejectApplicationResponses];

export type SuspendApplicationData = {
  body: ReasonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/applications/{id}/suspensions';
};

export type SuspendApplicationResponses = {
  /**
   * The resource.
   */
  200: ApplicationReview;
};

export type SuspendApplicationResponse = SuspendApplicationResponses[keyof SuspendApplicationResponses];

export type ReinstateApplicationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/applications/{id}/reinstatements';
};

export type ReinstateApplicationResponses = {
  /**
   * The resource.
   */
  200: ApplicationReview;
};

export type ReinstateApplicationResponse = ReinstateApplicationResponses[keyof ReinstateApplicationResponses];

export type ListAccountStandingsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/accounts';
};

export type ListAccountStandingsResponses = {
  /**
   * The list.
   */
  200: AccountStandingList;
};

export type ListAccountStandingsResponse = ListAccountStandingsResponses[keyof ListAccountStandingsResponses];

export type GetAccountStandingData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}';
};

export type GetAccountStandingResponses = {
  /**
   * The resource.
   */
  200: AccountStanding;
};

export type GetAccountStandingResponse = GetAccountStandingResponses[keyof GetAccountStandingResponses];

export type SuspendAccountData = {
  body: ReasonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}/suspensions';
};

export type SuspendAccountResponses = {
  /**
   * The resource.
   */
  200: AccountStanding;
};

export type SuspendAccountResponse = SuspendAccountResponses[keyof SuspendAccountResponses];

export type ReinstateAccountData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}/reinstatements';
};

export type ReinstateAccountResponses = {
  /**
   * The resource.
   */
  200: AccountStanding;
};

export type ReinstateAccountResponse = ReinstateAccountResponses[keyof ReinstateAccountResponses];

export type ListPersonStandingsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/people';
};

export type ListPersonStandingsResponses = {
  /**
   * The list.
   */
  200: PersonStandingList;
};

export type ListPersonStandingsResponse = ListPersonStandingsResponses[keyof ListPersonStandingsResponses];

export type RemoveOperatedPersonData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}';
};

export type RemoveOperatedPersonResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type RemoveOperatedPersonResponse = RemoveOperatedPersonResponses[keyof RemoveOperatedPersonResponses];

export type GetPersonStandingData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}';
};

export type GetPersonStandingResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type GetPersonStandingResponse = GetPersonStandingResponses[keyof GetPersonStandingResponses];

export type ChangeOperatedPersonData = {
  body: ChangeRoleRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}';
};

export type ChangeOperatedPersonResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type ChangeOperatedPersonResponse = ChangeOperatedPersonResponses[keyof ChangeOperatedPersonResponses];

export type SuspendPersonData = {
  body: ReasonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}/suspensions';
};

export type SuspendPersonResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type SuspendPersonResponse = SuspendPersonResponses[keyof SuspendPersonResponses];

export type ResetFactorsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}/factor-resets';
};

export type ResetFactorsResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type ResetFactorsResponse = ResetFactorsResponses[keyof ResetFactorsResponses];

export type ReinstatePersonData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/people/{id}/reinstatements';
};

export type ReinstatePersonResponses = {
  /**
   * The resource.
   */
  200: PersonStanding;
};

export type ReinstatePersonResponse = ReinstatePersonResponses[keyof ReinstatePersonResponses];

export type ListCustomersData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * Any of these; repeated for more than one, up to 50 ids.
     */
    id?: Array<string>;
    search?: string;
    email?: string;
    /**
     * Any of these; repeated for more than one.
     */
    status?: Array<'unverified' | 'retry' | 'document' | 'verified' | 'suspended' | 'deactivated'>;
  };
  url: '/customers';
};

export type ListCustomersResponses = {
  /**
   * The list.
   */
  200: CustomerList;
};

export type ListCustomersResponse = ListCustomersResponses[keyof ListCustomersResponses];

export type CreateCustomerData = {
  body: CreateCustomerRequest;
  path?: never;
  query?: never;
  url: '/customers';
};

export type CreateCustomerResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Customer>;
};

export type CreateCustomerResponse = CreateCustomerResponses[keyof CreateCustomerResponses];

export type GetCustomerData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}';
};

export type GetCustomerResponses = {
  /**
   * The resource.
   */
  200: Customer;
};

export type GetCustomerResponse = GetCustomerResponses[keyof GetCustomerResponses];

export type UpdateCustomerData = {
  body: UpdateCustomerRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}';
};

export type UpdateCustomerResponses = {
  /**
   * The resource.
   */
  200: Customer;
};

export type UpdateCustomerResponse = UpdateCustomerResponses[keyof UpdateCustomerResponses];

export type GetCustomerStandingData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/customers/{id}';
};

export type GetCustomerStandingResponses = {
  /**
   * The resource.
   */
  200: CustomerStanding;
};

export type GetCustomerStandingResponse = GetCustomerStandingResponses[keyof GetCustomerStandingResponses];

export type ReinstateCustomerData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/customers/{id}/reinstatements';
};

export type ReinstateCustomerResponses = {
  /**
   * The resource.
   */
  200: CustomerStanding;
};

export type ReinstateCustomerResponse = ReinstateCustomerResponses[keyof ReinstateCustomerResponses];

export type ListBeneficialOwnersData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/beneficial-owners';
};

export type ListBeneficialOwnersResponses = {
  /**
   * The list.
   */
  200: BeneficialOwnerList;
};

export type ListBeneficialOwnersResponse = ListBeneficialOwnersResponses[keyof ListBeneficialOwnersResponses];

export type CreateBeneficialOwnerData = {
  body: BeneficialOwnerRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/beneficial-owners';
};

export type CreateBeneficialOwnerResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<BeneficialOwner>;
};

export type CreateBeneficialOwnerResponse = CreateBeneficialOwnerResponses[keyof CreateBeneficialOwnerResponses];

export type RemoveBeneficialOwnerData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/beneficial-owners/{id}';
};

export type RemoveBeneficialOwnerResponses = {
  /**
   * The resource.
   */
  200: BeneficialOwner;
};

export type RemoveBeneficialOwnerResponse = RemoveBeneficialOwnerResponses[keyof RemoveBeneficialOwnerResponses];

export type GetBeneficialOwnerData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/beneficial-owners/{id}';
};

export type GetBeneficialOwnerResponses = {
  /**
   * The resource.
   */
  200: BeneficialOwner;
};

export type GetBeneficialOwnerResponse = GetBeneficialOwnerResponses[keyof GetBeneficialOwnerResponses];

export type UpdateBeneficialOwnerData = {
  body: BeneficialOwnerRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/beneficial-owners/{id}';
};

export type UpdateBeneficialOwnerResponses = {
  /**
   * The resource.
   */
  200: BeneficialOwner;
};

export type UpdateBeneficialOwnerResponse = UpdateBeneficialOwnerResponses[keyof UpdateBeneficialOwnerResponses];

export type GetBeneficialOwnershipData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/beneficial-ownership';
};

export type GetBeneficialOwnershipResponses = {
  /**
   * The resource.
   */
  200: BeneficialOwnership;
};

export type GetBeneficialOwnershipResponse = GetBeneficialOwnershipResponses[keyof GetBeneficialOwnershipResponses];

export type CertifyBeneficialOwnershipData = {
  body: CertifyOwnershipRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/beneficial-ownership';
};

export type CertifyBeneficialOwnershipResponses = {
  /**
   * The resource.
   */
  200: BeneficialOwnership;
};

export type CertifyBeneficialOwnershipResponse =
  CertifyBeneficialOwnershipResponses[keyof CertifyBeneficialOwnershipResponses];

export type ListCustomerDocumentsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/documents';
};

export type ListCustomerDocumentsResponses = {
  /**
   * The list.
   */
  200: DocumentList;
};

export type ListCustomerDocumentsResponse = ListCustomerDocumentsResponses[keyof ListCustomerDocumentsResponses];

export type UploadCustomerDocumentData = {
  body: {
    /**
     * What a customer or owner may send follows from who it is.
     */
    documentType: 'passport' | 'license' | 'idCard' | 'other';
    /**
     * JPEG or PNG; PDF for `other`. At most 10 MiB. What it is follows from its content.
     */
    file: Blob | File;
  };
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/documents';
};

export type UploadCustomerDocumentResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Document>;
};

export type UploadCustomerDocumentResponse = UploadCustomerDocumentResponses[keyof UploadCustomerDocumentResponses];

export type ListBeneficialOwnerDocumentsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/beneficial-owners/{id}/documents';
};

export type ListBeneficialOwnerDocumentsResponses = {
  /**
   * The list.
   */
  200: DocumentList;
};

export type ListBeneficialOwnerDocumentsResponse =
  ListBeneficialOwnerDocumentsResponses[keyof ListBeneficialOwnerDocumentsResponses];

export type UploadBeneficialOwnerDocumentData = {
  body: {
    /**
     * What a customer or owner may send follows from who it is.
     */
    documentType: 'passport' | 'license' | 'idCard' | 'other';
    /**
     * JPEG or PNG; PDF for `other`. At most 10 MiB. What it is follows from its content.
     */
    file: Blob | File;
  };
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/beneficial-owners/{id}/documents';
};

export type UploadBeneficialOwnerDocumentResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Document>;
};

export type UploadBeneficialOwnerDocumentResponse =
  UploadBeneficialOwnerDocumentResponses[keyof UploadBeneficialOwnerDocumentResponses];

export type GetDocumentData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/documents/{id}';
};

export type GetDocumentResponses = {
  /**
   * The resource.
   */
  200: Document;
};

export type GetDocumentResponse = GetDocumentResponses[keyof GetDocumentResponses];

export type ListDocumentReviewsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/documents';
};

export type ListDocumentReviewsResponses = {
  /**
   * The list.
   */
  200: DocumentReviewList;
};

export type ListDocumentReviewsResponse = ListDocumentReviewsResponses[keyof ListDocumentReviewsResponses];

export type GetDocumentReviewData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/documents/{id}';
};

export type GetDocumentReviewResponses = {
  /**
   * The resource.
   */
  200: DocumentReview;
};

export type GetDocumentReviewResponse = GetDocumentReviewResponses[keyof GetDocumentReviewResponses];

export type ApproveDocumentData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/documents/{id}/approvals';
};

export type ApproveDocumentResponses = {
  /**
   * The resource.
   */
  200: DocumentReview;
};

export type ApproveDocumentResponse = ApproveDocumentResponses[keyof ApproveDocumentResponses];

export type RejectDocumentData = {
  body: RejectDocumentRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/documents/{id}/rejections';
};

export type RejectDocumentResponses = {
  /**
   * The resource.
   */
  200: DocumentReview;
};

export type RejectDocumentResponse = RejectDocumentResponses[keyof RejectDocumentResponses];

export type DownloadDocumentData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/documents/{id}/file';
};

export type DownloadDocumentResponses = {
  /**
   * The content.
   */
  200: string;
};

export type DownloadDocumentResponse = DownloadDocumentResponses[keyof DownloadDocumentResponses];

export type ListDocumentReadsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/documents/{id}/reads';
};

export type ListDocumentReadsResponses = {
  /**
   * The list.
   */
  200: DocumentReadList;
};

export type ListDocumentReadsResponse = ListDocumentReadsResponses[keyof ListDocumentReadsResponses];

export type ListBusinessClassificationsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/business-classifications';
};

export type ListBusinessClassificationsResponses = {
  /**
   * The list.
   */
  200: BusinessClassificationList;
};

export type ListBusinessClassificationsResponse =
  ListBusinessClassificationsResponses[keyof ListBusinessClassificationsResponses];

export type QueryBusinessClassificationsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/business-classifications';
};

export type QueryBusinessClassificationsResponses = {
  /**
   * The list.
   */
  200: BusinessClassificationList;
};

export type QueryBusinessClassificationsResponse =
  QueryBusinessClassificationsResponses[keyof QueryBusinessClassificationsResponses];

export type GetBusinessClassificationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/business-classifications/{id}';
};

export type GetBusinessClassificationResponses = {
  /**
   * The resource.
   */
  200: BusinessClassification;
};

export type GetBusinessClassificationResponse =
  GetBusinessClassificationResponses[keyof GetBusinessClassificationResponses];

export type QueryBusinessClassificationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/business-classifications/{id}';
};

export type QueryBusinessClassificationResponses = {
  /**
   * The resource.
   */
  200: BusinessClassification;
};

export type QueryBusinessClassificationResponse =
  QueryBusinessClassificationResponses[keyof QueryBusinessClassificationResponses];

export type EraseCustomerData = {
  body: ReasonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/customers/{id}/erasures';
};

export type EraseCustomerResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Erasure>;
};

export type EraseCustomerResponse = EraseCustomerResponses[keyof EraseCustomerResponses];

export type ListErasuresData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/erasures';
};

export type ListErasuresResponses = {
  /**
   * The list.
   */
  200: ErasureList;
};

export type ListErasuresResponse = ListErasuresResponses[keyof ListErasuresResponses];

export type GetErasureData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/erasures/{id}';
};

export type GetErasureResponses = {
  /**
   * The resource.
   */
  200: Erasure;
};

export type GetErasureResponse = GetErasureResponses[keyof GetErasureResponses];

export type ListLegalHoldsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/customers/{id}/legal-holds';
};

export type ListLegalHoldsResponses = {
  /**
   * The list.
   */
  200: LegalHoldList;
};

export type ListLegalHoldsResponse = ListLegalHoldsResponses[keyof ListLegalHoldsResponses];

export type SetLegalHoldData = {
  body: ReasonRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/customers/{id}/legal-holds';
};

export type SetLegalHoldResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<LegalHold>;
};

export type SetLegalHoldResponse = SetLegalHoldResponses[keyof SetLegalHoldResponses];

export type ListAllLegalHoldsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/legal-holds';
};

export type ListAllLegalHoldsResponses = {
  /**
   * The list.
   */
  200: LegalHoldList;
};

export type ListAllLegalHoldsResponse = ListAllLegalHoldsResponses[keyof ListAllLegalHoldsResponses];

export type LiftLegalHoldData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/legal-holds/{id}';
};

export type LiftLegalHoldResponses = {
  /**
   * The resource.
   */
  200: LegalHold;
};

export type LiftLegalHoldResponse = LiftLegalHoldResponses[keyof LiftLegalHoldResponses];

export type GetLegalHoldData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/legal-holds/{id}';
};

export type GetLegalHoldResponses = {
  /**
   * The resource.
   */
  200: LegalHold;
};

export type GetLegalHoldResponse = GetLegalHoldResponses[keyof GetLegalHoldResponses];

export type ListCustomerFundingSourcesData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    /**
     * Whether removed ones are shown, which they are unless asked not to.
     */
    removed?: 'true' | 'false';
  };
  url: '/customers/{id}/funding-sources';
};

export type ListCustomerFundingSourcesResponses = {
  /**
   * The list.
   */
  200: FundingSourceList;
};

export type ListCustomerFundingSourcesResponse =
  ListCustomerFundingSourcesResponses[keyof ListCustomerFundingSourcesResponses];

export type CreateCustomerFundingSourceData = {
  body: AddBankRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/funding-sources';
};

export type CreateCustomerFundingSourceResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<FundingSource>;
};

export type CreateCustomerFundingSourceResponse =
  CreateCustomerFundingSourceResponses[keyof CreateCustomerFundingSourceResponses];

export type ListFundingSourcesData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * Any of these; repeated for more than one, up to 50 ids.
     */
    id?: Array<string>;
    /**
     * A UUID.
     */
    customerId?: string;
    type?: 'bank' | 'balance';
    status?: 'unverified' | 'verified';
    /**
     * Whether removed ones are shown, which they are unless asked not to.
     */
    removed?: 'true' | 'false';
  };
  url: '/funding-sources';
};

export type ListFundingSourcesResponses = {
  /**
   * The list.
   */
  200: FundingSourceList;
};

export type ListFundingSourcesResponse = ListFundingSourcesResponses[keyof ListFundingSourcesResponses];

export type CreateAccountFundingSourceData = {
  body: AddBankRequest;
  path?: never;
  query?: never;
  url: '/funding-sources';
};

export type CreateAccountFundingSourceResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<FundingSource>;
};

export type CreateAccountFundingSourceResponse =
  CreateAccountFundingSourceResponses[keyof CreateAccountFundingSourceResponses];

export type ListAccountFundingSourcesData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    /**
     * Whether removed ones are shown, which they are unless asked not to.
     */
    removed?: 'true' | 'false';
  };
  url: '/accounts/{id}/funding-sources';
};

export type ListAccountFundingSourcesResponses = {
  /**
   * The list.
   */
  200: FundingSourceList;
};

export type ListAccountFundingSourcesResponse =
  ListAccountFundingSourcesResponses[keyof ListAccountFundingSourcesResponses];

export type GetFundingSourceData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/funding-sources/{id}';
};

export type GetFundingSourceResponses = {
  /**
   * The resource.
   */
  200: FundingSource;
};

export type GetFundingSourceResponse = GetFundingSourceResponses[keyof GetFundingSourceResponses];

export type UpdateFundingSourceData = {
  body: UpdateFundingSourceRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/funding-sources/{id}';
};

export type UpdateFundingSourceResponses = {
  /**
   * The resource.
   */
  200: FundingSource;
};

export type UpdateFundingSourceResponse = UpdateFundingSourceResponses[keyof UpdateFundingSourceResponses];

export type GetBalanceData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/funding-sources/{id}/balance';
};

export type GetBalanceResponses = {
  /**
   * The resource.
   */
  200: Balance;
  /**
   * The resource.
   */
  202: BalanceInquiry;
};

export type GetBalanceResponse = GetBalanceResponses[keyof GetBalanceResponses];

export type GetStatementData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    /**
     * A moment (RFC 3339) with any offset, up to milliseconds.
     */
    from?: string;
    /**
     * A moment (RFC 3339) with any offset, up to milliseconds.
     */
    to?: string;
  };
  url: '/funding-sources/{id}/statement';
};

export type GetStatementResponses = {
  /**
   * The resource.
   */
  200: Statement;
};

export type GetStatementResponse = GetStatementResponses[keyof GetStatementResponses];

export type GetMicroDepositsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/funding-sources/{id}/micro-deposits';
};

export type GetMicroDepositsResponses = {
  /**
   * The resource.
   */
  200: MicroDeposits;
};

export type GetMicroDepositsResponse = GetMicroDepositsResponses[keyof GetMicroDepositsResponses];

export type StartOrVerifyMicroDepositsData = {
  body?: MicroDepositsRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/funding-sources/{id}/micro-deposits';
};

export type StartOrVerifyMicroDepositsResponses = {
  /**
   * The resource.
   */
  200: MicroDeposits;
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<MicroDeposits>;
  /**
   * `TryAgainLater`: Invalid wait time. Enter the amounts once the micro-deposits have arrived.
   */
  202: Error & {
    code?: 'TryAgainLater';
  };
};

export type StartOrVerifyMicroDepositsResponse =
  StartOrVerifyMicroDepositsResponses[keyof StartOrVerifyMicroDepositsResponses];

export type CreateOnDemandAuthorizationData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/on-demand-authorizations';
};

export type CreateOnDemandAuthorizationResponses = {
  /**
   * The resource.
   */
  200: OnDemandAuthorization;
};

export type CreateOnDemandAuthorizationResponse =
  CreateOnDemandAuthorizationResponses[keyof CreateOnDemandAuthorizationResponses];

export type GetOnDemandAuthorizationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/on-demand-authorizations/{id}';
};

export type GetOnDemandAuthorizationResponses = {
  /**
   * The resource.
   */
  200: OnDemandAuthorization;
};

export type GetOnDemandAuthorizationResponse =
  GetOnDemandAuthorizationResponses[keyof GetOnDemandAuthorizationResponses];

export type CreatePartnerTokenData = {
  body: CreatePartnerTokenRequest;
  path?: never;
  query?: never;
  url: '/sandbox-partner-tokens';
};

export type CreatePartnerTokenResponses = {
  /**
   * The resource.
   */
  200: PartnerToken;
};

export type CreatePartnerTokenResponse = CreatePartnerTokenResponses[keyof CreatePartnerTokenResponses];

export type CreateIavTokenData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/iav-token';
};

export type CreateIavTokenResponses = {
  /**
   * The resource.
   */
  200: IavToken;
};

export type CreateIavTokenResponse = CreateIavTokenResponses[keyof CreateIavTokenResponses];

export type CreateFundingSourcesTokenData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/funding-sources-token';
};

export type CreateFundingSourcesTokenResponses = {
  /**
   * The resource.
   */
  200: FundingSourcesToken;
};

export type CreateFundingSourcesTokenResponse =
  CreateFundingSourcesTokenResponses[keyof CreateFundingSourcesTokenResponses];

export type CreateProviderTokenData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/sandbox-provider-tokens';
};

export type CreateProviderTokenResponses = {
  /**
   * The resource.
   */
  200: ProviderToken;
};

export type CreateProviderTokenResponse = CreateProviderTokenResponses[keyof CreateProviderTokenResponses];

export type OpenLinkingSessionData = {
  body?: OpenSessionRequest;
  path?: never;
  query?: never;
  url: '/linking/sessions';
};

export type OpenLinkingSessionResponses = {
  /**
   * The resource.
   */
  200: LinkingSession;
};

export type OpenLinkingSessionResponse = OpenLinkingSessionResponses[keyof OpenLinkingSessionResponses];

export type GetLinkingSessionData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/linking/session';
};

export type GetLinkingSessionResponses = {
  /**
   * The resource.
   */
  200: LinkingSession;
};

export type GetLinkingSessionResponse = GetLinkingSessionResponses[keyof GetLinkingSessionResponses];

export type ListInstitutionsData = {
  body?: never;
  path?: never;
  query?: {
    search?: string;
    limit?: number;
    offset?: number;
  };
  url: '/linking/institutions';
};

export type ListInstitutionsResponses = {
  /**
   * The list.
   */
  200: InstitutionList;
};

export type ListInstitutionsResponse = ListInstitutionsResponses[keyof ListInstitutionsResponses];

export type LogInToInstitutionData = {
  body: LoginRequest;
  path?: never;
  query?: never;
  url: '/linking/logins';
};

export type LogInToInstitutionResponses = {
  /**
   * The resource.
   */
  200: LinkingSession;
};

export type LogInToInstitutionResponse = LogInToInstitutionResponses[keyof LogInToInstitutionResponses];

export type AnswerInstitutionData = {
  body: AnswersRequest;
  path?: never;
  query?: never;
  url: '/linking/answers';
};

export type AnswerInstitutionResponses = {
  /**
   * The resource.
   */
  200: LinkingSession;
};

export type AnswerInstitutionResponse = AnswerInstitutionResponses[keyof AnswerInstitutionResponses];

export type SelectLinkedAccountData = {
  body: SelectionRequest;
  path?: never;
  query?: never;
  url: '/linking/selections';
};

export type SelectLinkedAccountResponses = {
  /**
   * The resource.
   */
  200: LinkingSession;
};

export type SelectLinkedAccountResponse = SelectLinkedAccountResponses[keyof SelectLinkedAccountResponses];

export type LinkFundingSourceData = {
  body: BankNumbersRequest;
  path?: never;
  query?: never;
  url: '/linking/funding-sources';
};

export type LinkFundingSourceResponses = {
  /**
   * The resource.
   */
  200: LinkedFundingSource;
};

export type LinkFundingSourceResponse = LinkFundingSourceResponses[keyof LinkFundingSourceResponses];

export type GetLinkingPageData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    /**
     * The origin of the page that frames this one.
     */
    parent?: string;
  };
  url: '/linking/applications/{id}';
};

export type GetLinkingPageResponses = {
  /**
   * The content.
   */
  200: string;
};

export type GetLinkingPageResponse = GetLinkingPageResponses[keyof GetLinkingPageResponses];

export type GetLinkingAssetData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
    /**
     * The name of the file.
     */
    file: string;
  };
  query?: never;
  url: '/linking/assets/{id}/{file}';
};

export type GetLinkingAssetResponses = {
  /**
   * The content.
   */
  200: Blob | File;
};

export type GetLinkingAssetResponse = GetLinkingAssetResponses[keyof GetLinkingAssetResponses];

export type GetClientScriptData = {
  body?: never;
  path: {
    /**
     * The name of the file.
     */
    file: string;
  };
  query?: never;
  url: '/1/{file}';
};

export type GetClientScriptResponses = {
  /**
   * The content.
   */
  200: Blob | File;
};

export type GetClientScriptResponse = GetClientScriptResponses[keyof GetClientScriptResponses];

export type ListTransfersData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    search?: string;
    /**
     * Dollars, with up to two decimals.
     */
    startAmount?: string;
    /**
     * Dollars, with up to two decimals.
     */
    endAmount?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    startDate?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    endDate?: string;
    status?: 'pending' | 'processed' | 'failed' | 'cancelled' | 'reclaimed';
    /**
     * 1 to 255 letters, digits, dots, underscores and hyphens.
     */
    correlationId?: string;
    /**
     * A UUID.
     */
    customerId?: string;
    /**
     * A UUID.
     */
    fundingSourceId?: string;
  };
  url: '/transfers';
};

export type ListTransfersResponses = {
  /**
   * The list.
   */
  200: TransferList;
};

export type ListTransfersResponse = ListTransfersResponses[keyof ListTransfersResponses];

export type CreateTransferData = {
  body: CreateTransferRequest;
  path?: never;
  query?: never;
  url: '/transfers';
};

export type CreateTransferResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Transfer>;
};

export type CreateTransferResponse = CreateTransferResponses[keyof CreateTransferResponses];

export type GetTransferData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/transfers/{id}';
};

export type GetTransferResponses = {
  /**
   * The resource.
   */
  200: Transfer;
};

export type GetTransferResponse = GetTransferResponses[keyof GetTransferResponses];

export type CancelTransferData = {
  body: CancelTransferRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/transfers/{id}';
};

export type CancelTransferResponses = {
  /**
   * The resource.
   */
  200: Transfer;
};

export type CancelTransferResponse = CancelTransferResponses[keyof CancelTransferResponses];

export type ListCustomerTransfersData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    search?: string;
    /**
     * Dollars, with up to two decimals.
     */
    startAmount?: string;
    /**
     * Dollars, with up to two decimals.
     */
    endAmount?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    startDate?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    endDate?: string;
    status?: 'pending' | 'processed' | 'failed' | 'cancelled' | 'reclaimed';
    /**
     * 1 to 255 letters, digits, dots, underscores and hyphens.
     */
    correlationId?: string;
  };
  url: '/customers/{id}/transfers';
};

export type ListCustomerTransfersResponses = {
  /**
   * The list.
   */
  200: TransferList;
};

export type ListCustomerTransfersResponse = ListCustomerTransfersResponses[keyof ListCustomerTransfersResponses];

export type ListAccountTransfersData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    search?: string;
    /**
     * Dollars, with up to two decimals.
     */
    startAmount?: string;
    /**
     * Dollars, with up to two decimals.
     */
    endAmount?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    startDate?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    endDate?: string;
    status?: 'pending' | 'processed' | 'failed' | 'cancelled' | 'reclaimed';
    /**
     * 1 to 255 letters, digits, dots, underscores and hyphens.
     */
    correlationId?: string;
  };
  url: '/accounts/{id}/transfers';
};

export type ListAccountTransfersResponses = {
  /**
   * The list.
   */
  200: TransferList;
};

export type ListAccountTransfersResponse = ListAccountTransfersResponses[keyof ListAccountTransfersResponses];

export type ListTransferFeesData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/transfers/{id}/fees';
};

export type ListTransferFeesResponses = {
  /**
   * The list.
   */
  200: {
    /**
     * What can be done next, by relation. What cannot be done has no link.
     */
    _links: {
      self: Link;
    };
    _embedded: {
      fees: Array<Transfer>;
    };
    transactions: Array<Transfer>;
    total: number;
  };
};

export type ListTransferFeesResponse = ListTransferFeesResponses[keyof ListTransferFeesResponses];

export type GetTransferFailureData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/transfers/{id}/failure';
};

export type GetTransferFailureResponses = {
  /**
   * The resource.
   */
  200: TransferFailure;
};

export type GetTransferFailureResponse = GetTransferFailureResponses[keyof GetTransferFailureResponses];

export type GetPaymentData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/payments/{id}';
};

export type GetPaymentResponses = {
  /**
   * The resource.
   */
  200: Payment;
};

export type GetPaymentResponse = GetPaymentResponses[keyof GetPaymentResponses];

export type GetCustomerLimitsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/customers/{id}/limits';
};

export type GetCustomerLimitsResponses = {
  /**
   * The resource.
   */
  200: CustomerLimits;
};

export type GetCustomerLimitsResponse = GetCustomerLimitsResponses[keyof GetCustomerLimitsResponses];

export type SimulateTransferData = {
  body: SimulateTransferRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/transfers/{id}/simulation';
};

export type SimulateTransferResponses = {
  /**
   * The resource.
   */
  200: Transfer;
};

export type SimulateTransferResponse = SimulateTransferResponses[keyof SimulateTransferResponses];

export type SimulateBankProcessingData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/sandbox-simulations';
};

export type SimulateBankProcessingResponses = {
  /**
   * The resource.
   */
  200: SandboxSimulation;
};

export type SimulateBankProcessingResponse = SimulateBankProcessingResponses[keyof SimulateBankProcessingResponses];

export type ListSimulatedTransfersData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    offset?: number;
  };
  url: '/sandbox-simulations/{id}/transfers';
};

export type ListSimulatedTransfersResponses = {
  /**
   * The list.
   */
  200: TransferList;
};

export type ListSimulatedTransfersResponse = ListSimulatedTransfersResponses[keyof ListSimulatedTransfersResponses];

export type GetTrialBalanceData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/ledger/trial-balance';
};

export type GetTrialBalanceResponses = {
  /**
   * The resource.
   */
  200: TrialBalance;
};

export type GetTrialBalanceResponse = GetTrialBalanceResponses[keyof GetTrialBalanceResponses];

export type GetAccountConservationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/accounts/{id}/conservation';
};

export type GetAccountConservationResponses = {
  /**
   * The resource.
   */
  200: Conservation;
};

export type GetAccountConservationResponse = GetAccountConservationResponses[keyof GetAccountConservationResponses];

export type GetOperatedConservationData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/accounts/{id}/conservation';
};

export type GetOperatedConservationResponses = {
  /**
   * The resource.
   */
  200: OperatedConservation;
};

export type GetOperatedConservationResponse = GetOperatedConservationResponses[keyof GetOperatedConservationResponses];

export type GetConservationData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/conservation';
};

export type GetConservationResponses = {
  /**
   * The resource.
   */
  200: ConservationOfAll;
};

export type GetConservationResponse = GetConservationResponses[keyof GetConservationResponses];

export type GetStatisticsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    from?: string;
    /**
     * A UTC day that exists, as YYYY-MM-DD.
     */
    to?: string;
  };
  url: '/accounts/{id}/statistics';
};

export type GetStatisticsResponses = {
  /**
   * The resource.
   */
  200: Statistics;
};

export type GetStatisticsResponse = GetStatisticsResponses[keyof GetStatisticsResponses];

export type GetPaymentTimelineData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    /**
     * From the link `next`: what comes behind it.
     */
    after?: string;
  };
  url: '/payments/{id}/timeline';
};

export type GetPaymentTimelineResponses = {
  /**
   * The resource.
   */
  200: PaymentTimeline;
};

export type GetPaymentTimelineResponse = GetPaymentTimelineResponses[keyof GetPaymentTimelineResponses];

export type GetTransferTimelineData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    /**
     * From the link `next`: what comes behind it.
     */
    after?: string;
  };
  url: '/transfers/{id}/timeline';
};

export type GetTransferTimelineResponses = {
  /**
   * The resource.
   */
  200: TransferTimeline;
};

export type GetTransferTimelineResponse = GetTransferTimelineResponses[keyof GetTransferTimelineResponses];

export type ListWebhookSubscriptionsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/webhook-subscriptions';
};

export type ListWebhookSubscriptionsResponses = {
  /**
   * The list.
   */
  200: WebhookSubscriptionList;
};

export type ListWebhookSubscriptionsResponse =
  ListWebhookSubscriptionsResponses[keyof ListWebhookSubscriptionsResponses];

export type CreateWebhookSubscriptionData = {
  body: CreateSubscriptionRequest;
  path?: never;
  query?: never;
  url: '/webhook-subscriptions';
};

export type CreateWebhookSubscriptionResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<WebhookSubscription>;
};

export type CreateWebhookSubscriptionResponse =
  CreateWebhookSubscriptionResponses[keyof CreateWebhookSubscriptionResponses];

export type DeleteWebhookSubscriptionData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhook-subscriptions/{id}';
};

export type DeleteWebhookSubscriptionResponses = {
  /**
   * The resource.
   */
  200: WebhookSubscription;
};

export type DeleteWebhookSubscriptionResponse =
  DeleteWebhookSubscriptionResponses[keyof DeleteWebhookSubscriptionResponses];

export type GetWebhookSubscriptionData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhook-subscriptions/{id}';
};

export type GetWebhookSubscriptionResponses = {
  /**
   * The resource.
   */
  200: WebhookSubscription;
};

export type GetWebhookSubscriptionResponse = GetWebhookSubscriptionResponses[keyof GetWebhookSubscriptionResponses];

export type UpdateWebhookSubscriptionData = {
  body: UpdateSubscriptionRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhook-subscriptions/{id}';
};

export type UpdateWebhookSubscriptionResponses = {
  /**
   * The resource.
   */
  200: WebhookSubscription;
};

export type UpdateWebhookSubscriptionResponse =
  UpdateWebhookSubscriptionResponses[keyof UpdateWebhookSubscriptionResponses];

export type GetSubscriptionHealthData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhook-subscriptions/{id}/health';
};

export type GetSubscriptionHealthResponses = {
  /**
   * The resource.
   */
  200: SubscriptionHealth;
};

export type GetSubscriptionHealthResponse = GetSubscriptionHealthResponses[keyof GetSubscriptionHealthResponses];

export type ListSubscriptionWebhooksData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * The id of a webhook, its event or its resource, whole or its first eight characters or more; or part of a topic.
     */
    search?: string;
    /**
     * A UUID.
     */
    resourceId?: string;
    /**
     * Any of these; repeated for more than one.
     */
    topic?: Array<
      | 'customer_created'
      | 'customer_verified'
      | 'customer_reverification_needed'
      | 'customer_verification_document_needed'
      | 'customer_verification_pending_review'
      | 'customer_verification_document_uploaded'
      | 'customer_verification_document_approved'
      | 'customer_verification_document_failed'
      | 'customer_suspended'
      | 'customer_deactivated'
      | 'customer_activated'
      | 'customer_beneficial_owner_created'
      | 'customer_beneficial_owner_verified'
      | 'customer_beneficial_owner_reverification_needed'
      | 'customer_beneficial_owner_verification_document_needed'
      | 'customer_beneficial_owner_verification_document_uploaded'
      | 'customer_beneficial_owner_verification_document_approved'
      | 'customer_beneficial_owner_verification_document_failed'
      | 'customer_beneficial_owner_removed'
      | 'funding_source_added'
      | 'customer_funding_source_added'
      | 'funding_source_verified'
      | 'customer_funding_source_verified'
      | 'funding_source_unverified'
      | 'customer_funding_source_unverified'
      | 'funding_source_updated'
      | 'customer_funding_source_updated'
      | 'funding_source_removed'
      | 'customer_funding_source_removed'
      | 'customer_balance_inquiry_completed'
      | 'microdeposits_added'
      | 'customer_microdeposits_added'
      | 'microdeposits_completed'
      | 'customer_microdeposits_completed'
      | 'microdeposits_failed'
      | 'customer_microdeposits_failed'
      | 'microdeposits_maxattempts'
      | 'customer_microdeposits_maxattempts'
      | 'bank_transfer_created'
      | 'customer_bank_transfer_created'
      | 'transfer_created'
      | 'customer_transfer_created'
      | 'bank_transfer_completed'
      | 'customer_bank_transfer_completed'
      | 'transfer_completed'
      | 'customer_transfer_completed'
      | 'bank_transfer_failed'
      | 'customer_bank_transfer_failed'
      | 'transfer_failed'
      | 'customer_transfer_failed'
      | 'bank_transfer_cancelled'
      | 'customer_bank_transfer_cancelled'
      | 'transfer_cancelled'
      | 'customer_transfer_cancelled'
      | 'funding_source_negative'
      | 'customer_funding_source_negative'
      | 'bank_transfer_creation_failed'
      | 'customer_bank_transfer_creation_failed'
    >;
    /**
     * Any of these; repeated for more than one.
     */
    state?: Array<'pending' | 'waiting' | 'held' | 'delivered' | 'failed'>;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    startDate?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    endDate?: string;
  };
  url: '/webhook-subscriptions/{id}/webhooks';
};

export type ListSubscriptionWebhooksResponses = {
  /**
   * The list.
   */
  200: WebhookList;
};

export type ListSubscriptionWebhooksResponse =
  ListSubscriptionWebhooksResponses[keyof ListSubscriptionWebhooksResponses];

export type GetWebhookData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhooks/{id}';
};

export type GetWebhookResponses = {
  /**
   * The resource.
   */
  200: Webhook;
};

export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses];

export type ListWebhookRetriesData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhooks/{id}/retries';
};

export type ListWebhookRetriesResponses = {
  /**
   * The list.
   */
  200: WebhookRetryList;
};

export type ListWebhookRetriesResponse = ListWebhookRetriesResponses[keyof ListWebhookRetriesResponses];

export type RetryWebhookData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhooks/{id}/retries';
};

export type RetryWebhookResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<WebhookRetry>;
};

export type RetryWebhookResponse = RetryWebhookResponses[keyof RetryWebhookResponses];

export type GetWebhookRetryData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
    /**
     * The id of the retry.
     */
    retryId: string;
  };
  query?: never;
  url: '/webhooks/{id}/retries/{retryId}';
};

export type GetWebhookRetryResponses = {
  /**
   * The resource.
   */
  200: WebhookRetry;
};

export type GetWebhookRetryResponse = GetWebhookRetryResponses[keyof GetWebhookRetryResponses];

export type PullSubscriptionEventsData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    /**
     * Number of the last event that the client has.
     */
    after?: number;
    embed?: 'resource';
    /**
     * For how many seconds to wait for an event where there is none.
     */
    wait?: number;
  };
  url: '/webhook-subscriptions/{id}/events';
};

export type PullSubscriptionEventsResponses = {
  /**
   * The list.
   */
  200: EventList;
};

export type PullSubscriptionEventsResponse = PullSubscriptionEventsResponses[keyof PullSubscriptionEventsResponses];

export type ListReplaysData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/webhook-subscriptions/{id}/replays';
};

export type ListReplaysResponses = {
  /**
   * The list.
   */
  200: ReplayList;
};

export type ListReplaysResponse = ListReplaysResponses[keyof ListReplaysResponses];

export type CreateReplayData = {
  body?: CreateReplayRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/webhook-subscriptions/{id}/replays';
};

export type CreateReplayResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  201: Created<Replay>;
};

export type CreateReplayResponse = CreateReplayResponses[keyof CreateReplayResponses];

export type GetReplayData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/replays/{id}';
};

export type GetReplayResponses = {
  /**
   * The resource.
   */
  200: Replay;
};

export type GetReplayResponse = GetReplayResponses[keyof GetReplayResponses];

export type ListEventsData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    offset?: number;
    /**
     * From a link of the list: what came later is not shown.
     */
    anchor?: string;
    /**
     * Any of these; repeated for more than one.
     */
    topic?: Array<
      | 'customer_created'
      | 'customer_verified'
      | 'customer_reverification_needed'
      | 'customer_verification_document_needed'
      | 'customer_verification_pending_review'
      | 'customer_verification_document_uploaded'
      | 'customer_verification_document_approved'
      | 'customer_verification_document_failed'
      | 'customer_suspended'
      | 'customer_deactivated'
      | 'customer_activated'
      | 'customer_beneficial_owner_created'
      | 'customer_beneficial_owner_verified'
      | 'customer_beneficial_owner_reverification_needed'
      | 'customer_beneficial_owner_verification_document_needed'
      | 'customer_beneficial_owner_verification_document_uploaded'
      | 'customer_beneficial_owner_verification_document_approved'
      | 'customer_beneficial_owner_verification_document_failed'
      | 'customer_beneficial_owner_removed'
      | 'funding_source_added'
      | 'customer_funding_source_added'
      | 'funding_source_verified'
      | 'customer_funding_source_verified'
      | 'funding_source_unverified'
      | 'customer_funding_source_unverified'
      | 'funding_source_updated'
      | 'customer_funding_source_updated'
      | 'funding_source_removed'
      | 'customer_funding_source_removed'
      | 'customer_balance_inquiry_completed'
      | 'microdeposits_added'
      | 'customer_microdeposits_added'
      | 'microdeposits_completed'
      | 'customer_microdeposits_completed'
      | 'microdeposits_failed'
      | 'customer_microdeposits_failed'
      | 'microdeposits_maxattempts'
      | 'customer_microdeposits_maxattempts'
      | 'bank_transfer_created'
      | 'customer_bank_transfer_created'
      | 'transfer_created'
      | 'customer_transfer_created'
      | 'bank_transfer_completed'
      | 'customer_bank_transfer_completed'
      | 'transfer_completed'
      | 'customer_transfer_completed'
      | 'bank_transfer_failed'
      | 'customer_bank_transfer_failed'
      | 'transfer_failed'
      | 'customer_transfer_failed'
      | 'bank_transfer_cancelled'
      | 'customer_bank_transfer_cancelled'
      | 'transfer_cancelled'
      | 'customer_transfer_cancelled'
      | 'funding_source_negative'
      | 'customer_funding_source_negative'
      | 'bank_transfer_creation_failed'
      | 'customer_bank_transfer_creation_failed'
    >;
    /**
     * A UUID.
     */
    resourceId?: string;
    /**
     * A UUID.
     */
    customerId?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    startDate?: string;
    /**
     * A day of UTC or an instant, itself included, of `created`.
     */
    endDate?: string;
    embed?: 'resource';
  };
  url: '/events';
};

export type ListEventsResponses = {
  /**
   * The list.
   */
  200: EventList;
};

export type ListEventsResponse = ListEventsResponses[keyof ListEventsResponses];

export type GetEventData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: {
    embed?: 'resource';
  };
  url: '/events/{id}';
};

export type GetEventResponses = {
  /**
   * The resource.
   */
  200: Event;
};

export type GetEventResponse = GetEventResponses[keyof GetEventResponses];

export type StreamEventsData = {
  body?: never;
  path?: never;
  query?: {
    /**
     * Any of these; repeated for more than one.
     */
    topic?: Array<
      | 'customer_created'
      | 'customer_verified'
      | 'customer_reverification_needed'
      | 'customer_verification_document_needed'
      | 'customer_verification_pending_review'
      | 'customer_verification_document_uploaded'
      | 'customer_verification_document_approved'
      | 'customer_verification_document_failed'
      | 'customer_suspended'
      | 'customer_deactivated'
      | 'customer_activated'
      | 'customer_beneficial_owner_created'
      | 'customer_beneficial_owner_verified'
      | 'customer_beneficial_owner_reverification_needed'
      | 'customer_beneficial_owner_verification_document_needed'
      | 'customer_beneficial_owner_verification_document_uploaded'
      | 'customer_beneficial_owner_verification_document_approved'
      | 'customer_beneficial_owner_verification_document_failed'
      | 'customer_beneficial_owner_removed'
      | 'funding_source_added'
      | 'customer_funding_source_added'
      | 'funding_source_verified'
      | 'customer_funding_source_verified'
      | 'funding_source_unverified'
      | 'customer_funding_source_unverified'
      | 'funding_source_updated'
      | 'customer_funding_source_updated'
      | 'funding_source_removed'
      | 'customer_funding_source_removed'
      | 'customer_balance_inquiry_completed'
      | 'microdeposits_added'
      | 'customer_microdeposits_added'
      | 'microdeposits_completed'
      | 'customer_microdeposits_completed'
      | 'microdeposits_failed'
      | 'customer_microdeposits_failed'
      | 'microdeposits_maxattempts'
      | 'customer_microdeposits_maxattempts'
      | 'bank_transfer_created'
      | 'customer_bank_transfer_created'
      | 'transfer_created'
      | 'customer_transfer_created'
      | 'bank_transfer_completed'
      | 'customer_bank_transfer_completed'
      | 'transfer_completed'
      | 'customer_transfer_completed'
      | 'bank_transfer_failed'
      | 'customer_bank_transfer_failed'
      | 'transfer_failed'
      | 'customer_transfer_failed'
      | 'bank_transfer_cancelled'
      | 'customer_bank_transfer_cancelled'
      | 'transfer_cancelled'
      | 'customer_transfer_cancelled'
      | 'funding_source_negative'
      | 'customer_funding_source_negative'
      | 'bank_transfer_creation_failed'
      | 'customer_bank_transfer_creation_failed'
    >;
  };
  url: '/events/stream';
};

export type StreamEventsResponses = {
  /**
   * Each event of the stream, by the fields of Server-Sent Events.
   */
  200: {
    /**
     * Where a client continues after the event.
     */
    id: string;
    /**
     * `message` has an event of the account and `request` a request of it; the others tell a position.
     */
    event?: 'begin' | 'message' | 'request' | 'position';
    /**
     * What webhooks are told of the event, or the request as lists show it.
     */
    data: string;
    /**
     * Milliseconds to wait before a new connection.
     */
    retry?: number;
  };
};

export type StreamEventsResponse = StreamEventsResponses[keyof StreamEventsResponses];

export type ListFundingSourcesParkedKeysData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/funding-sources/parked-keys';
};

export type ListFundingSourcesParkedKeysResponses = {
  /**
   * The list.
   */
  200: ParkedKeyList;
};

export type ListFundingSourcesParkedKeysResponse =
  ListFundingSourcesParkedKeysResponses[keyof ListFundingSourcesParkedKeysResponses];

export type GetFundingSourcesParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/funding-sources/parked-keys/{id}';
};

export type GetFundingSourcesParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKey;
};

export type GetFundingSourcesParkedKeyResponse =
  GetFundingSourcesParkedKeyResponses[keyof GetFundingSourcesParkedKeyResponses];

export type ReplayFundingSourcesParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/funding-sources/parked-keys/{id}/replays';
};

export type ReplayFundingSourcesParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKeyReplay;
};

export type ReplayFundingSourcesParkedKeyResponse =
  ReplayFundingSourcesParkedKeyResponses[keyof ReplayFundingSourcesParkedKeyResponses];

export type SkipFundingSourcesParkedMessageData = {
  body: SkipMessageRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/funding-sources/parked-keys/{id}/skips';
};

export type SkipFundingSourcesParkedMessageResponses = {
  /**
   * The resource.
   */
  200: ParkedKeySkip;
};

export type SkipFundingSourcesParkedMessageResponse =
  SkipFundingSourcesParkedMessageResponses[keyof SkipFundingSourcesParkedMessageResponses];

export type ListFundingSourcesForeignMessagesData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/funding-sources/foreign-messages';
};

export type ListFundingSourcesForeignMessagesResponses = {
  /**
   * The list.
   */
  200: ForeignMessageList;
};

export type ListFundingSourcesForeignMessagesResponse =
  ListFundingSourcesForeignMessagesResponses[keyof ListFundingSourcesForeignMessagesResponses];

export type ListFundingSourcesSkippedMessagesData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/funding-sources/skipped-messages';
};

export type ListFundingSourcesSkippedMessagesResponses = {
  /**
   * The list.
   */
  200: SkippedMessageList;
};

export type ListFundingSourcesSkippedMessagesResponse =
  ListFundingSourcesSkippedMessagesResponses[keyof ListFundingSourcesSkippedMessagesResponses];

export type ListFundingSourcesReadModelsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/funding-sources/read-models';
};

export type ListFundingSourcesReadModelsResponses = {
  /**
   * The list.
   */
  200: ReadModelList;
};

export type ListFundingSourcesReadModelsResponse =
  ListFundingSourcesReadModelsResponses[keyof ListFundingSourcesReadModelsResponses];

export type GetFundingSourcesReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/funding-sources/read-models/{id}';
};

export type GetFundingSourcesReadModelResponses = {
  /**
   * The resource.
   */
  200: ReadModel;
};

export type GetFundingSourcesReadModelResponse =
  GetFundingSourcesReadModelResponses[keyof GetFundingSourcesReadModelResponses];

export type RebuildFundingSourcesReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/funding-sources/read-models/{id}/rebuilds';
};

export type RebuildFundingSourcesReadModelResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  202: Created<ReadModel>;
};

export type RebuildFundingSourcesReadModelResponse =
  RebuildFundingSourcesReadModelResponses[keyof RebuildFundingSourcesReadModelResponses];

export type ListTransfersParkedKeysData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/transfers/parked-keys';
};

export type ListTransfersParkedKeysResponses = {
  /**
   * The list.
   */
  200: ParkedKeyList;
};

export type ListTransfersParkedKeysResponse = ListTransfersParkedKeysResponses[keyof ListTransfersParkedKeysResponses];

export type GetTransfersParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/transfers/parked-keys/{id}';
};

export type GetTransfersParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKey;
};

export type GetTransfersParkedKeyResponse = GetTransfersParkedKeyResponses[keyof GetTransfersParkedKeyResponses];

export type ReplayTransfersParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/transfers/parked-keys/{id}/replays';
};

export type ReplayTransfersParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKeyReplay;
};

export type ReplayTransfersParkedKeyResponse =
  ReplayTransfersParkedKeyResponses[keyof ReplayTransfersParkedKeyResponses];

export type SkipTransfersParkedMessageData = {
  body: SkipMessageRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/transfers/parked-keys/{id}/skips';
};

export type SkipTransfersParkedMessageResponses = {
  /**
   * The resource.
   */
  200: ParkedKeySkip;
};

export type SkipTransfersParkedMessageResponse =
  SkipTransfersParkedMessageResponses[keyof SkipTransfersParkedMessageResponses];

export type ListTransfersForeignMessagesData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/transfers/foreign-messages';
};

export type ListTransfersForeignMessagesResponses = {
  /**
   * The list.
   */
  200: ForeignMessageList;
};

export type ListTransfersForeignMessagesResponse =
  ListTransfersForeignMessagesResponses[keyof ListTransfersForeignMessagesResponses];

export type ListTransfersSkippedMessagesData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/transfers/skipped-messages';
};

export type ListTransfersSkippedMessagesResponses = {
  /**
   * The list.
   */
  200: SkippedMessageList;
};

export type ListTransfersSkippedMessagesResponse =
  ListTransfersSkippedMessagesResponses[keyof ListTransfersSkippedMessagesResponses];

export type ListTransfersReadModelsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/transfers/read-models';
};

export type ListTransfersReadModelsResponses = {
  /**
   * The list.
   */
  200: ReadModelList;
};

export type ListTransfersReadModelsResponse = ListTransfersReadModelsResponses[keyof ListTransfersReadModelsResponses];

export type GetTransfersReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/transfers/read-models/{id}';
};

export type GetTransfersReadModelResponses = {
  /**
   * The resource.
   */
  200: ReadModel;
};

export type GetTransfersReadModelResponse = GetTransfersReadModelResponses[keyof GetTransfersReadModelResponses];

export type RebuildTransfersReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/transfers/read-models/{id}/rebuilds';
};

export type RebuildTransfersReadModelResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  202: Created<ReadModel>;
};

export type RebuildTransfersReadModelResponse =
  RebuildTransfersReadModelResponses[keyof RebuildTransfersReadModelResponses];

export type ListWebhooksParkedKeysData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/webhooks/parked-keys';
};

export type ListWebhooksParkedKeysResponses = {
  /**
   * The list.
   */
  200: ParkedKeyList;
};

export type ListWebhooksParkedKeysResponse = ListWebhooksParkedKeysResponses[keyof ListWebhooksParkedKeysResponses];

export type GetWebhooksParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/webhooks/parked-keys/{id}';
};

export type GetWebhooksParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKey;
};

export type GetWebhooksParkedKeyResponse = GetWebhooksParkedKeyResponses[keyof GetWebhooksParkedKeyResponses];

export type ReplayWebhooksParkedKeyData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/webhooks/parked-keys/{id}/replays';
};

export type ReplayWebhooksParkedKeyResponses = {
  /**
   * The resource.
   */
  200: ParkedKeyReplay;
};

export type ReplayWebhooksParkedKeyResponse = ReplayWebhooksParkedKeyResponses[keyof ReplayWebhooksParkedKeyResponses];

export type SkipWebhooksParkedMessageData = {
  body: SkipMessageRequest;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/webhooks/parked-keys/{id}/skips';
};

export type SkipWebhooksParkedMessageResponses = {
  /**
   * The resource.
   */
  200: ParkedKeySkip;
};

export type SkipWebhooksParkedMessageResponse =
  SkipWebhooksParkedMessageResponses[keyof SkipWebhooksParkedMessageResponses];

export type ListWebhooksForeignMessagesData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/webhooks/foreign-messages';
};

export type ListWebhooksForeignMessagesResponses = {
  /**
   * The list.
   */
  200: ForeignMessageList;
};

export type ListWebhooksForeignMessagesResponse =
  ListWebhooksForeignMessagesResponses[keyof ListWebhooksForeignMessagesResponses];

export type ListWebhooksSkippedMessagesData = {
  body?: never;
  path?: never;
  query?: {
    limit?: number;
    /**
     * A UUID.
     */
    anchor?: string;
  };
  url: '/operations/webhooks/skipped-messages';
};

export type ListWebhooksSkippedMessagesResponses = {
  /**
   * The list.
   */
  200: SkippedMessageList;
};

export type ListWebhooksSkippedMessagesResponse =
  ListWebhooksSkippedMessagesResponses[keyof ListWebhooksSkippedMessagesResponses];

export type ListWebhooksReadModelsData = {
  body?: never;
  path?: never;
  query?: never;
  url: '/operations/webhooks/read-models';
};

export type ListWebhooksReadModelsResponses = {
  /**
   * The list.
   */
  200: ReadModelList;
};

export type ListWebhooksReadModelsResponse = ListWebhooksReadModelsResponses[keyof ListWebhooksReadModelsResponses];

export type GetWebhooksReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/webhooks/read-models/{id}';
};

export type GetWebhooksReadModelResponses = {
  /**
   * The resource.
   */
  200: ReadModel;
};

export type GetWebhooksReadModelResponse = GetWebhooksReadModelResponses[keyof GetWebhooksReadModelResponses];

export type RebuildWebhooksReadModelData = {
  body?: never;
  path: {
    /**
     * The id of the resource, as its links have it.
     */
    id: string;
  };
  query?: never;
  url: '/operations/webhooks/read-models/{id}/rebuilds';
};

export type RebuildWebhooksReadModelResponses = {
  /**
   * It is created; its URL is in `Location`.
   */
  202: Created<ReadModel>;
};

export type RebuildWebhooksReadModelResponse =
  RebuildWebhooksReadModelResponses[keyof RebuildWebhooksReadModelResponses];

export interface Call<Data, Answers, Sends> {
  data: Data;
  answer: Answers[keyof Answers];
  sends: Sends;
}

/** Every call of the API that answers a resource. */
export interface Calls {
  get: {
    '/': Call<GetRootData, GetRootResponses, 'body'>;
    '/idempotency-keys/{key}': Call<GetIdempotencyKeyData, GetIdempotencyKeyResponses, 'body'>;
    '/search': Call<SearchData, SearchResponses, 'body'>;
    '/requests': Call<ListRequestsData, ListRequestsResponses, 'body'>;
    '/requests/{id}': Call<GetRequestData, GetRequestResponses, 'body'>;
    '/accounts/{id}': Call<GetAccountData, GetAccountResponses, 'body'>;
    '/accounts/{id}/settings': Call<GetOwnAccountSettingsData, GetOwnAccountSettingsResponses, 'body'>;
    '/operations/accounts/{id}/settings': Call<GetAccountSettingsData, GetAccountSettingsResponses, 'body'>;
    '/application-settings': Call<GetApplicationSettingsData, GetApplicationSettingsResponses, 'body'>;
    '/people': Call<ListPeopleData, ListPeopleResponses, 'body'>;
    '/people/{id}': Call<GetPersonData, GetPersonResponses, 'body'>;
    '/invitations': Call<ListInvitationsData, ListInvitationsResponses, 'body'>;
    '/invitations/{id}': Call<GetInvitationData, GetInvitationResponses, 'body'>;
    '/security-events': Call<ListSecurityEventsData, ListSecurityEventsResponses, 'body'>;
    '/operations/security-events': Call<ListAllSecurityEventsData, ListAllSecurityEventsResponses, 'body'>;
    '/operations/signing-key-rotations': Call<ListSigningKeyRotationsData, ListSigningKeyRotationsResponses, 'body'>;
    '/operations/signing-key-rotations/{id}': Call<GetSigningKeyRotationData, GetSigningKeyRotationResponses, 'body'>;
    '/applications': Call<ListApplicationsData, ListApplicationsResponses, 'body'>;
    '/applications/{id}': Call<GetApplicationData, GetApplicationResponses, 'body'>;
    '/operations/applications': Call<ListApplicationReviewsData, ListApplicationReviewsResponses, 'body'>;
    '/operations/applications/{id}': Call<GetApplicationReviewData, GetApplicationReviewResponses, 'body'>;
    '/operations/accounts': Call<ListAccountStandingsData, ListAccountStandingsResponses, 'body'>;
    '/operations/accounts/{id}': Call<GetAccountStandingData, GetAccountStandingResponses, 'body'>;
    '/operations/people': Call<ListPersonStandingsData, ListPersonStandingsResponses, 'body'>;
    '/operations/people/{id}': Call<GetPersonStandingData, GetPersonStandingResponses, 'body'>;
    '/customers': Call<ListCustomersData, ListCustomersResponses, 'body'>;
    '/customers/{id}': Call<GetCustomerData, GetCustomerResponses, 'body'>;
    '/operations/customers/{id}': Call<GetCustomerStandingData, GetCustomerStandingResponses, 'body'>;
    '/customers/{id}/beneficial-owners': Call<ListBeneficialOwnersData, ListBeneficialOwnersResponses, 'body'>;
    '/beneficial-owners/{id}': Call<GetBeneficialOwnerData, GetBeneficialOwnerResponses, 'body'>;
    '/customers/{id}/beneficial-ownership': Call<GetBeneficialOwnershipData, GetBeneficialOwnershipResponses, 'body'>;
    '/customers/{id}/documents': Call<ListCustomerDocumentsData, ListCustomerDocumentsResponses, 'body'>;
    '/beneficial-owners/{id}/documents': Call<
      ListBeneficialOwnerDocumentsData,
      ListBeneficialOwnerDocumentsResponses,
      'body'
    >;
    '/documents/{id}': Call<GetDocumentData, GetDocumentResponses, 'body'>;
    '/operations/documents': Call<ListDocumentReviewsData, ListDocumentReviewsResponses, 'body'>;
    '/operations/documents/{id}': Call<GetDocumentReviewData, GetDocumentReviewResponses, 'body'>;
    '/operations/documents/{id}/reads': Call<ListDocumentReadsData, ListDocumentReadsResponses, 'body'>;
    '/business-classifications': Call<ListBusinessClassificationsData, ListBusinessClassificationsResponses, 'body'>;
    '/business-classifications/{id}': Call<GetBusinessClassificationData, GetBusinessClassificationResponses, 'body'>;
    '/operations/erasures': Call<ListErasuresData, ListErasuresResponses, 'body'>;
    '/operations/erasures/{id}': Call<GetErasureData, GetErasureResponses, 'body'>;
    '/operations/customers/{id}/legal-holds': Call<ListLegalHoldsData, ListLegalHoldsResponses, 'body'>;
    '/operations/legal-holds': Call<ListAllLegalHoldsData, ListAllLegalHoldsResponses, 'body'>;
    '/operations/legal-holds/{id}': Call<GetLegalHoldData, GetLegalHoldResponses, 'body'>;
    '/customers/{id}/funding-sources': Call<
      ListCustomerFundingSourcesData,
      ListCustomerFundingSourcesResponses,
      'body'
    >;
    '/funding-sources': Call<ListFundingSourcesData, ListFundingSourcesResponses, 'body'>;
    '/accounts/{id}/funding-sources': Call<ListAccountFundingSourcesData, ListAccountFundingSourcesResponses, 'body'>;
    '/funding-sources/{id}': Call<GetFundingSourceData, GetFundingSourceResponses, 'body'>;
    '/funding-sources/{id}/balance': Call<GetBalanceData, GetBalanceResponses, 'body'>;
    '/funding-sources/{id}/statement': Call<GetStatementData, GetStatementResponses, 'body'>;
    '/funding-sources/{id}/micro-deposits': Call<GetMicroDepositsData, GetMicroDepositsResponses, 'body'>;
    '/on-demand-authorizations/{id}': Call<GetOnDemandAuthorizationData, GetOnDemandAuthorizationResponses, 'body'>;
    '/linking/session': Call<GetLinkingSessionData, GetLinkingSessionResponses, 'body'>;
    '/linking/institutions': Call<ListInstitutionsData, ListInstitutionsResponses, 'body'>;
    '/transfers': Call<ListTransfersData, ListTransfersResponses, 'body'>;
    '/transfers/{id}': Call<GetTransferData, GetTransferResponses, 'body'>;
    '/customers/{id}/transfers': Call<ListCustomerTransfersData, ListCustomerTransfersResponses, 'body'>;
    '/accounts/{id}/transfers': Call<ListAccountTransfersData, ListAccountTransfersResponses, 'body'>;
    '/transfers/{id}/fees': Call<ListTransferFeesData, ListTransferFeesResponses, 'body'>;
    '/transfers/{id}/failure': Call<GetTransferFailureData, GetTransferFailureResponses, 'body'>;
    '/payments/{id}': Call<GetPaymentData, GetPaymentResponses, 'body'>;
    '/customers/{id}/limits': Call<GetCustomerLimitsData, GetCustomerLimitsResponses, 'body'>;
    '/sandbox-simulations/{id}/transfers': Call<ListSimulatedTransfersData, ListSimulatedTransfersResponses, 'body'>;
    '/ledger/trial-balance': Call<GetTrialBalanceData, GetTrialBalanceResponses, 'body'>;
    '/accounts/{id}/conservation': Call<GetAccountConservationData, GetAccountConservationResponses, 'body'>;
    '/operations/accounts/{id}/conservation': Call<
      GetOperatedConservationData,
      GetOperatedConservationResponses,
      'body'
    >;
    '/conservation': Call<GetConservationData, GetConservationResponses, 'body'>;
    '/accounts/{id}/statistics': Call<GetStatisticsData, GetStatisticsResponses, 'body'>;
    '/payments/{id}/timeline': Call<GetPaymentTimelineData, GetPaymentTimelineResponses, 'body'>;
    '/transfers/{id}/timeline': Call<GetTransferTimelineData, GetTransferTimelineResponses, 'body'>;
    '/webhook-subscriptions': Call<ListWebhookSubscriptionsData, ListWebhookSubscriptionsResponses, 'body'>;
    '/webhook-subscriptions/{id}': Call<GetWebhookSubscriptionData, GetWebhookSubscriptionResponses, 'body'>;
    '/webhook-subscriptions/{id}/health': Call<GetSubscriptionHealthData, GetSubscriptionHealthResponses, 'body'>;
    '/webhook-subscriptions/{id}/webhooks': Call<
      ListSubscriptionWebhooksData,
      ListSubscriptionWebhooksResponses,
      'body'
    >;
    '/webhooks/{id}': Call<GetWebhookData, GetWebhookResponses, 'body'>;
    '/webhooks/{id}/retries': Call<ListWebhookRetriesData, ListWebhookRetriesResponses, 'body'>;
    '/webhooks/{id}/retries/{retryId}': Call<GetWebhookRetryData, GetWebhookRetryResponses, 'body'>;
    '/webhook-subscriptions/{id}/events': Call<PullSubscriptionEventsData, PullSubscriptionEventsResponses, 'body'>;
    '/webhook-subscriptions/{id}/replays': Call<ListReplaysData, ListReplaysResponses, 'body'>;
    '/replays/{id}': Call<GetReplayData, GetReplayResponses, 'body'>;
    '/events': Call<ListEventsData, ListEventsResponses, 'body'>;
    '/events/{id}': Call<GetEventData, GetEventResponses, 'body'>;
    '/operations/funding-sources/parked-keys': Call<
      ListFundingSourcesParkedKeysData,
      ListFundingSourcesParkedKeysResponses,
      'body'
    >;
    '/operations/funding-sources/parked-keys/{id}': Call<
      GetFundingSourcesParkedKeyData,
      GetFundingSourcesParkedKeyResponses,
      'body'
    >;
    '/operations/funding-sources/foreign-messages': Call<
      ListFundingSourcesForeignMessagesData,
      ListFundingSourcesForeignMessagesResponses,
      'body'
    >;
    '/operations/funding-sources/skipped-messages': Call<
      ListFundingSourcesSkippedMessagesData,
      ListFundingSourcesSkippedMessagesResponses,
      'body'
    >;
    '/operations/funding-sources/read-models': Call<
      ListFundingSourcesReadModelsData,
      ListFundingSourcesReadModelsResponses,
      'body'
    >;
    '/operations/funding-sources/read-models/{id}': Call<
      GetFundingSourcesReadModelData,
      GetFundingSourcesReadModelResponses,
      'body'
    >;
    '/operations/transfers/parked-keys': Call<ListTransfersParkedKeysData, ListTransfersParkedKeysResponses, 'body'>;
    '/operations/transfers/parked-keys/{id}': Call<GetTransfersParkedKeyData, GetTransfersParkedKeyResponses, 'body'>;
    '/operations/transfers/foreign-messages': Call<
      ListTransfersForeignMessagesData,
      ListTransfersForeignMessagesResponses,
      'body'
    >;
    '/operations/transfers/skipped-messages': Call<
      ListTransfersSkippedMessagesData,
      ListTransfersSkippedMessagesResponses,
      'body'
    >;
    '/operations/transfers/read-models': Call<ListTransfersReadModelsData, ListTransfersReadModelsResponses, 'body'>;
    '/operations/transfers/read-models/{id}': Call<GetTransfersReadModelData, GetTransfersReadModelResponses, 'body'>;
    '/operations/webhooks/parked-keys': Call<ListWebhooksParkedKeysData, ListWebhooksParkedKeysResponses, 'body'>;
    '/operations/webhooks/parked-keys/{id}': Call<GetWebhooksParkedKeyData, GetWebhooksParkedKeyResponses, 'body'>;
    '/operations/webhooks/foreign-messages': Call<
      ListWebhooksForeignMessagesData,
      ListWebhooksForeignMessagesResponses,
      'body'
    >;
    '/operations/webhooks/skipped-messages': Call<
      ListWebhooksSkippedMessagesData,
      ListWebhooksSkippedMessagesResponses,
      'body'
    >;
    '/operations/webhooks/read-models': Call<ListWebhooksReadModelsData, ListWebhooksReadModelsResponses, 'body'>;
    '/operations/webhooks/read-models/{id}': Call<GetWebhooksReadModelData, GetWebhooksReadModelResponses, 'body'>;
  };
  post: {
    '/accounts': Call<OpenAccountData, OpenAccountResponses, 'body'>;
    '/operations/accounts/{id}/settings': Call<ChangeAccountSettingsData, ChangeAccountSettingsResponses, 'body'>;
    '/application-settings': Call<ChangeApplicationSettingsData, ChangeApplicationSettingsResponses, 'body'>;
    '/people/{id}': Call<ChangePersonData, ChangePersonResponses, 'body'>;
    '/invitations': Call<CreateInvitationData, CreateInvitationResponses, 'body'>;
    '/operations/signing-key-rotations': Call<RotateSigningKeysData, RotateSigningKeysResponses, 'body'>;
    '/applications': Call<CreateApplicationData, CreateApplicationResponses, 'body'>;
    '/applications/{id}': Call<ChangeApplicationData, ChangeApplicationResponses, 'body'>;
    '/applications/{id}/secrets': Call<CreateApplicationSecretData, CreateApplicationSecretResponses, 'body'>;
    '/operations/applications/{id}/approvals': Call<ApproveApplicationData, ApproveApplicationResponses, 'body'>;
    '/operations/applications/{id}/rejections': Call<RejectApplicationData, RejectApplicationResponses, 'body'>;
    '/operations/applications/{id}/suspensions': Call<SuspendApplicationData, SuspendApplicationResponses, 'body'>;
    '/operations/applications/{id}/reinstatements': Call<
      ReinstateApplicationData,
      ReinstateApplicationResponses,
      'body'
    >;
    '/operations/accounts/{id}/suspensions': Call<SuspendAccountData, SuspendAccountResponses, 'body'>;
    '/operations/accounts/{id}/reinstatements': Call<ReinstateAccountData, ReinstateAccountResponses, 'body'>;
    '/operations/people/{id}': Call<ChangeOperatedPersonData, ChangeOperatedPersonResponses, 'body'>;
    '/operations/people/{id}/suspensions': Call<SuspendPersonData, SuspendPersonResponses, 'body'>;
    '/operations/people/{id}/factor-resets': Call<ResetFactorsData, ResetFactorsResponses, 'body'>;
    '/operations/people/{id}/reinstatements': Call<ReinstatePersonData, ReinstatePersonResponses, 'body'>;
    '/customers': Call<CreateCustomerData, CreateCustomerResponses, 'body'>;
    '/customers/{id}': Call<UpdateCustomerData, UpdateCustomerResponses, 'body'>;
    '/operations/customers/{id}/reinstatements': Call<ReinstateCustomerData, ReinstateCustomerResponses, 'body'>;
    '/customers/{id}/beneficial-owners': Call<CreateBeneficialOwnerData, CreateBeneficialOwnerResponses, 'body'>;
    '/beneficial-owners/{id}': Call<UpdateBeneficialOwnerData, UpdateBeneficialOwnerResponses, 'body'>;
    '/customers/{id}/beneficial-ownership': Call<
      CertifyBeneficialOwnershipData,
      CertifyBeneficialOwnershipResponses,
      'body'
    >;
    '/customers/{id}/documents': Call<UploadCustomerDocumentData, UploadCustomerDocumentResponses, 'form'>;
    '/beneficial-owners/{id}/documents': Call<
      UploadBeneficialOwnerDocumentData,
      UploadBeneficialOwnerDocumentResponses,
      'form'
    >;
    '/operations/documents/{id}/approvals': Call<ApproveDocumentData, ApproveDocumentResponses, 'body'>;
    '/operations/documents/{id}/rejections': Call<RejectDocumentData, RejectDocumentResponses, 'body'>;
    '/business-classifications': Call<QueryBusinessClassificationsData, QueryBusinessClassificationsResponses, 'body'>;
    '/business-classifications/{id}': Call<
      QueryBusinessClassificationData,
      QueryBusinessClassificationResponses,
      'body'
    >;
    '/operations/customers/{id}/erasures': Call<EraseCustomerData, EraseCustomerResponses, 'body'>;
    '/operations/customers/{id}/legal-holds': Call<SetLegalHoldData, SetLegalHoldResponses, 'body'>;
    '/customers/{id}/funding-sources': Call<
      CreateCustomerFundingSourceData,
      CreateCustomerFundingSourceResponses,
      'body'
    >;
    '/funding-sources': Call<CreateAccountFundingSourceData, CreateAccountFundingSourceResponses, 'body'>;
    '/funding-sources/{id}': Call<UpdateFundingSourceData, UpdateFundingSourceResponses, 'body'>;
    '/funding-sources/{id}/micro-deposits': Call<
      StartOrVerifyMicroDepositsData,
      StartOrVerifyMicroDepositsResponses,
      'body'
    >;
    '/on-demand-authorizations': Call<CreateOnDemandAuthorizationData, CreateOnDemandAuthorizationResponses, 'body'>;
    '/sandbox-partner-tokens': Call<CreatePartnerTokenData, CreatePartnerTokenResponses, 'body'>;
    '/customers/{id}/iav-token': Call<CreateIavTokenData, CreateIavTokenResponses, 'body'>;
    '/customers/{id}/funding-sources-token': Call<
      CreateFundingSourcesTokenData,
      CreateFundingSourcesTokenResponses,
      'body'
    >;
    '/sandbox-provider-tokens': Call<CreateProviderTokenData, CreateProviderTokenResponses, 'body'>;
    '/linking/sessions': Call<OpenLinkingSessionData, OpenLinkingSessionResponses, 'body'>;
    '/linking/logins': Call<LogInToInstitutionData, LogInToInstitutionResponses, 'body'>;
    '/linking/answers': Call<AnswerInstitutionData, AnswerInstitutionResponses, 'body'>;
    '/linking/selections': Call<SelectLinkedAccountData, SelectLinkedAccountResponses, 'body'>;
    '/linking/funding-sources': Call<LinkFundingSourceData, LinkFundingSourceResponses, 'body'>;
    '/transfers': Call<CreateTransferData, CreateTransferResponses, 'body'>;
    '/transfers/{id}': Call<CancelTransferData, CancelTransferResponses, 'body'>;
    '/transfers/{id}/simulation': Call<SimulateTransferData, SimulateTransferResponses, 'body'>;
    '/sandbox-simulations': Call<SimulateBankProcessingData, SimulateBankProcessingResponses, 'body'>;
    '/webhook-subscriptions': Call<CreateWebhookSubscriptionData, CreateWebhookSubscriptionResponses, 'body'>;
    '/webhook-subscriptions/{id}': Call<UpdateWebhookSubscriptionData, UpdateWebhookSubscriptionResponses, 'body'>;
    '/webhooks/{id}/retries': Call<RetryWebhookData, RetryWebhookResponses, 'body'>;
    '/webhook-subscriptions/{id}/replays': Call<CreateReplayData, CreateReplayResponses, 'body'>;
    '/operations/funding-sources/parked-keys/{id}/replays': Call<
      ReplayFundingSourcesParkedKeyData,
      ReplayFundingSourcesParkedKeyResponses,
      'body'
    >;
    '/operations/funding-sources/parked-keys/{id}/skips': Call<
      SkipFundingSourcesParkedMessageData,
      SkipFundingSourcesParkedMessageResponses,
      'body'
    >;
    '/operations/funding-sources/read-models/{id}/rebuilds': Call<
      RebuildFundingSourcesReadModelData,
      RebuildFundingSourcesReadModelResponses,
      'body'
    >;
    '/operations/transfers/parked-keys/{id}/replays': Call<
      ReplayTransfersParkedKeyData,
      ReplayTransfersParkedKeyResponses,
      'body'
    >;
    '/operations/transfers/parked-keys/{id}/skips': Call<
      SkipTransfersParkedMessageData,
      SkipTransfersParkedMessageResponses,
      'body'
    >;
    '/operations/transfers/read-models/{id}/rebuilds': Call<
      RebuildTransfersReadModelData,
      RebuildTransfersReadModelResponses,
      'body'
    >;
    '/operations/webhooks/parked-keys/{id}/replays': Call<
      ReplayWebhooksParkedKeyData,
      ReplayWebhooksParkedKeyResponses,
      'body'
    >;
    '/operations/webhooks/parked-keys/{id}/skips': Call<
      SkipWebhooksParkedMessageData,
      SkipWebhooksParkedMessageResponses,
      'body'
    >;
    '/operations/webhooks/read-models/{id}/rebuilds': Call<
      RebuildWebhooksReadModelData,
      RebuildWebhooksReadModelResponses,
      'body'
    >;
  };
  delete: {
    '/invitations/{id}': Call<WithdrawInvitationData, WithdrawInvitationResponses, 'body'>;
    '/operations/people/{id}': Call<RemoveOperatedPersonData, RemoveOperatedPersonResponses, 'body'>;
    '/beneficial-owners/{id}': Call<RemoveBeneficialOwnerData, RemoveBeneficialOwnerResponses, 'body'>;
    '/operations/legal-holds/{id}': Call<LiftLegalHoldData, LiftLegalHoldResponses, 'body'>;
    '/webhook-subscriptions/{id}': Call<DeleteWebhookSubscriptionData, DeleteWebhookSubscriptionResponses, 'body'>;
  };
}

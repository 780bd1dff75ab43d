import { exampleIds as ids } from '@halyard/contracts';
import { personalCustomer, transferOf, usd } from '@halyard/suite/example-requests';

/** The client's address of the API in all examples. */
export const API = 'https://localhost:8443';

const email = 'ada@example.com';
const { ssn, ...person } = personalCustomer({ email });
const { dateOfBirth, ...contact } = person;

const address = {
  address1: '2 Elm St',
  city: 'Ames',
  stateProvinceRegion: 'IA',
  postalCode: '50010',
  country: 'US',
};
const fullSsn = '123-45-6789';
const business = {
  ...contact,
  type: 'business',
  businessName: 'Harbor Bakery',
  businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
};
const company = { ...business, businessType: 'llc', ein: '12-3456789' };
const controller = { firstName: 'Grace', lastName: 'Hopper', title: 'CEO', dateOfBirth, address };
const proprietorship = { ...business, businessType: 'soleProprietorship', dateOfBirth };
const bankNumbers = {
  routingNumber: '222222226',
  accountNumber: '123456789',
  bankAccountType: 'checking',
  name: 'Checking',
};
const reason = 'Asked for in writing, case 17.';

/** A body for each DTO class, by the name of its schema. */
export const requestExamples: Readonly<Record<string, object>> = {
  CreateInvitationRequest: { email, name: 'Ada Byron', role: 'viewer' },
  ChangePersonRequest: { role: 'treasurer' },
  OpenAccountRequest: {
    name: 'Harbor Payments',
    application: { name: 'Shop', key: 'harbor-shop-application', secret: 'an-example-never-used-anywhere-0001' },
  },
  ChangeAccountSettingsRequest: { weeklyLimit: usd('5000.00'), sameDayClearing: true },
  ChangeApplicationSettingsRequest: { origins: ['https://shop.example'] },
  UnverifiedCustomerRequest: { firstName: 'Ada', lastName: 'Byron', email },
  ReceiveOnlyCustomerRequest: { firstName: 'Ada', lastName: 'Byron', email, type: 'receive-only' },
  PersonalCustomerRequest: { ...person, ssn },
  CompanyCustomerRequest: { ...company, controller: { ...controller, ssn } },
  SoleProprietorshipRequest: { ...proprietorship, ssn },
  ChangeStatusRequest: { status: 'suspended' },
  EditUnverifiedRequest: { email: 'ada.byron@example.com' },
  EditReceiveOnlyRequest: { businessName: 'Harbor Bakery' },
  EditPersonalRequest: { phone: '5555550100', address1: '14 Harbor St' },
  EditBusinessRequest: { doingBusinessAs: 'The Bakery', website: 'www.example.com' },
  BecomeUnverifiedRequest: { type: 'unverified' },
  RetryPersonalRequest: { ...person, ssn: fullSsn },
  RetryCompanyRequest: { ...company, controller: { ...controller, ssn: fullSsn } },
  RetryProprietorshipRequest: { ...proprietorship, ssn: fullSsn },
  RejectDocumentRequest: { reasons: ['ScanNotReadable'] },
  ReasonRequest: { reason },
  AddBankRequest: bankNumbers,
  BeneficialOwnerRequest: { firstName: 'Mary', lastName: 'Shelley', dateOfBirth, ssn: '987-65-4321', address },
  CertifyOwnershipRequest: { status: 'certified' },
  OpenSessionRequest: { parentOrigin: 'https://shop.example' },
  LoginRequest: { institution: ids.other, answers: ['ada', 'a password'] },
  AnswersRequest: { answers: ['Portland'] },
  SelectionRequest: { account: 'account-1', name: 'Everyday' },
  BankNumbersRequest: bankNumbers,
  CreatePartnerTokenRequest: { routingNumber: '222222226', accountNumber: '123456789', bankAccountType: 'checking' },
  UpdateFundingSourceRequest: { name: 'Household' },
  MicroDepositsRequest: { amount1: usd('0.03'), amount2: usd('0.07') },
  CreateTransferRequest: {
    ...transferOf(`${API}/funding-sources/${ids.bank}`, `${API}/funding-sources/${ids.balance}`, '225.00'),
    correlationId: 'order-1',
    metadata: { order: '1' },
  },
  CancelTransferRequest: { status: 'cancelled' },
  ProcessTransferRequest: { action: 'process' },
  ReturnTransferRequest: { action: 'fail', code: 'R01' },
  CreateSubscriptionRequest: {
    url: 'https://example.com/webhooks',
    secret: 'an-example-never-used-anywhere-0002',
    topics: ['transfer_created', 'transfer_completed'],
  },
  UpdateSubscriptionRequest: { paused: true },
  CreateReplayRequest: { fromSequence: 1, toSequence: 17 },
  SkipMessageRequest: { reason: 'Corrected by hand, case 17.' },
  TokenRequest: {
    grant_type: 'client_credentials',
    client_id: 'harbor-shop-application',
    client_secret: 'an-example-never-used-anywhere-0001',
  },
};

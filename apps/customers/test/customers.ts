import type { AnswerBody, ApplicationPrincipal, Json, ServiceName } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { insertCustomers } from '../src/customer/create-customer/insert-customers.rows.js';
import type { Customer, Finding } from '../src/customer/customer.entity.js';
import { NO_OWNERSHIP } from '../src/customer/ownership.js';
import { newData } from '../src/customer/personal-data.js';
import { newColumns } from '../src/customer/sealed-data.js';
import { customersService } from '../src/customers.module.js';

/** @param beside the service that the new process runs beside */
export const startCustomers = (
  env: Readonly<Record<string, string>> = {},
  beside?: TestService,
): Promise<TestService> => startTestService(customersService, { env, beside });

let people = 0;

/** An unverified customer whose e-mail nobody else has. */
export const person = (overrides: Record<string, Json> = {}) => {
  people += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${people}@example.com`, ...overrides };
};

export const personal = (overrides: Record<string, Json> = {}) =>
  person({
    type: 'personal',
    address1: '99-99 33rd St',
    city: 'Some City',
    state: 'NY',
    postalCode: '11101',
    dateOfBirth: '1970-01-31',
    ssn: '123-45-6789',
    ...overrides,
  });

/** A person who is checked on behalf of a company. */
export const controller = (overrides: Record<string, Json> = {}) => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  title: 'CEO',
  dateOfBirth: '1970-02-28',
  ssn: '6789',
  address: {
    address1: '1 Main St',
    city: 'Ames',
    stateProvinceRegion: 'IA',
    postalCode: '50010',
    country: 'US',
  },
  ...overrides,
});

const business = (overrides: Record<string, Json>) =>
  person({
    type: 'business',
    address1: '99-99 33rd St',
    city: 'Some City',
    state: 'NY',
    postalCode: '11101',
    businessName: 'Engines',
    // Women's clothing.
    businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
    ...overrides,
  });

export const company = (overrides: Record<string, Json> = {}) =>
  business({ businessType: 'llc', ein: '12-3456789', controller: controller(), ...overrides });

/** A business that is the same as its owner. */
export const proprietorship = (overrides: Record<string, Json> = {}) =>
  business({ businessType: 'soleProprietorship', dateOfBirth: '1970-01-31', ssn: '1234', ...overrides });

/** A creation that has written its customer and waits before its commit. */
interface HeldCreation {
  readonly id: string;
  /** Process id of its database connection. */
  readonly pid: number;
  readonly commit: () => Promise<void>;
}

export async function holdCreation(
  { dataSource, clock }: TestService,
  { accountId, applicationId }: ApplicationPrincipal,
  email: string,
): Promise<HeldCreation> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  const [session] = await runner.manager.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
  const id = newId();
  const customer: Customer = {
    ...newColumns(newData({ firstName: 'Ada', lastName: 'Late', email }), (_, text) => Buffer.from(text)),
    ...NO_OWNERSHIP,
    id,
    accountId,
    applicationId,
    type: 'unverified',
    status: 'unverified',
    statusBefore: null,
    findings: [],
    created: clock.system(),
    version: 1,
  };
  await insertCustomers(runner.manager, [customer]);
  const commit = async (): Promise<void> => {
    await runner.commitTransaction();
    await runner.release();
  };
  return { id, pid: session.pid, commit };
}

/** Whether another session waits for a lock of this database connection. */
export async function blocks({ dataSource }: TestService, pid: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
  return (await dataSource.query<unknown[]>(sql, [pid])).length > 0;
}

export function idOf(body: AnswerBody): string {
  if (body.type !== 'created') throw new Error(`expected something created: ${JSON.stringify(body)}`);
  return body.resource.id;
}

/** Code and pointer of each fault. */
export const faultsOf = (body: AnswerBody): string[] =>
  body.type === 'error' ? (body.faults ?? []).map(({ code, path }) => `${code} ${path}`) : [];

interface CustomerRow {
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly ssn: Buffer;
  readonly date_of_birth: Buffer;
  readonly ein: Buffer;
  readonly controller_numbers: Buffer;
  readonly email: string;
  readonly findings: readonly Finding[];
}

export async function rowOf({ dataSource }: TestService, id: string): Promise<CustomerRow> {
  const [row] = await dataSource.query<CustomerRow[]>('SELECT * FROM customers WHERE id = $1', [id]);
  if (!row) throw new Error(`no customer ${id}`);
  return row;
}

/** The facts told to other services, in order. */
export const told = ({ services }: TestService): { service: ServiceName; path: string; fact: PartyFact }[] =>
  services.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ service, path, body }) => ({ service, path, fact: body as PartyFact }));

import type { Document, Json, PartyFact, ServiceName } from '@halyard/contracts';
import { startTestService, type TestService } from '@halyard/testing';
import { customersService } from '../src/customers.module.js';

export const startCustomers = (env: Readonly<Record<string, string>> = {}): Promise<TestService> =>
  startTestService(customersService, { env });

let people = 0;

/** The body of an unverified customer whose e-mail nobody else has. */
export const person = (overrides: Record<string, Json> = {}) => {
  people += 1;
  return { firstName: 'Ada', lastName: 'Lovelace', email: `ada.${people}@example.com`, ...overrides };
};

/** The body of a personal customer. */
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

/** The id of what was created. */
export function idOf(body: Document): string {
  if (body.document !== 'created') throw new Error(`expected something created: ${JSON.stringify(body)}`);
  return body.resource.id;
}

/** Code and pointer of each fault of a refusal. */
export const faultsOf = (body: Document): string[] =>
  body.document === 'error' ? (body.faults ?? []).map(({ code, path }) => `${code} ${path}`) : [];

/** A row of the table of customers, as Postgres has it. */
export interface CustomerRow {
  readonly type: string;
  readonly status: string;
  readonly version: number;
  readonly ssn: Buffer;
  readonly date_of_birth: Buffer;
}

export async function rowOf({ dataSource }: TestService, id: string): Promise<CustomerRow> {
  const [row] = await dataSource.query<CustomerRow[]>('SELECT * FROM customers WHERE id = $1', [id]);
  if (!row) throw new Error(`no customer ${id}`);
  return row;
}

/** What other services were told, in order. */
export const told = ({ services }: TestService): { service: ServiceName; path: string; fact: PartyFact }[] =>
  services.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ service, path, body }) => ({ service, path, fact: body as PartyFact }));

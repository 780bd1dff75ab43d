import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';

const BOUNDARY = '----a-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A sample document that ships with the product. */
export const sample = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'customers', 'samples', name));

/** A picture with bytes that no other picture has. */
const newPicture = (): Buffer => pictureOf(newId());

/** A picture that contains a text. */
export const pictureOf = (text: string): Buffer =>
  Buffer.concat([sample('test-document-upload-success.jpg'), Buffer.from(text)]);

/** A customer who has to upload a document. */
export const newCustomerToProve = (client: HalClient): Promise<string> =>
  client.create('/customers', {
    firstName: 'document',
    lastName: 'Asked',
    email: `${newId()}@example.com`,
    type: 'personal',
    address1: '99-99 33rd St',
    city: 'Some City',
    state: 'NY',
    postalCode: '11101',
    dateOfBirth: '1970-01-31',
    ssn: '1234',
  });

/** The bytes of a form in which the document's type comes after the file. */
export const formOf = (file: Buffer, fileName: string, documentType = 'license'): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="documentType"\r\n\r\n${documentType}\r\n`),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

interface Upload {
  readonly file?: Buffer;
  readonly fileName?: string;
  readonly documentType?: string;
  readonly key?: string;
}

export async function postDocument(
  client: HalClient,
  customer: string,
  { file = newPicture(), fileName = 'license.jpg', documentType, key }: Upload = {},
): Promise<HalAnswer> {
  const headers = {
    accept: 'application/vnd.service.v1.hal+json',
    'content-type': FORM_TYPE,
    authorization: `Bearer ${await client.accessToken()}`,
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  return client.raw('POST', `${customer}/documents`, headers, formOf(file, fileName, documentType));
}

/** @returns the address of the document */
export async function uploadDocument(client: HalClient, customer: string): Promise<string> {
  const answer = await postDocument(client, customer);
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.location;
}

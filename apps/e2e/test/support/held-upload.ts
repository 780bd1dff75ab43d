import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { newCustomerToProve, pictureOf, postDocument } from './documents.js';

const STORED = 'SELECT count(DISTINCT document_id)::int AS documents FROM customers.document_bytes';

/** An upload whose bytes are stored, but not its record. It stays so until the process that handles it is killed. */
export class HeldUpload {
  private constructor(
    private readonly customer: string,
    private readonly form: { readonly file: Buffer; readonly key: string },
    private readonly storedBefore: number,
  ) {}

  static async begin(client: HalClient, postgresUrl: string): Promise<HeldUpload> {
    const database = new Client(postgresUrl);
    // The connection ends when its server does.
    database.on('error', () => undefined);
    await database.connect();
    const { rows } = await database.query<{ documents: number }>(STORED);
    const customer = await newCustomerToProve(client);
    const upload = new HeldUpload(
      customer,
      { file: pictureOf(randomUUID()), key: randomUUID() },
      rows[0]?.documents ?? 0,
    );
    await database.query('BEGIN; LOCK TABLE customers.documents IN SHARE MODE');
    upload.send(client).catch(() => undefined);
    const waiting = `SELECT FROM pg_locks WHERE relation = 'customers.documents'::regclass AND NOT granted`;
    await waitFor('the record to wait', async () => (await database.query(waiting)).rowCount !== 0);
    return upload;
  }

  /**
   * Repeats the upload, which makes one document of it. The earlier bytes have no record, and are deleted once they are
   * due.
   */
  async expectCompleted(client: HalClient, postgresUrl: string): Promise<void> {
    expect((await client.get(`${this.customer}/documents`)).body).toMatchObject({ total: 0 });
    expect((await this.send(client)).status).toBe(201);
    expect((await client.get(`${this.customer}/documents`)).body).toMatchObject({ total: 1 });
    const database = new Client(postgresUrl);
    await database.connect();
    const stored = async () => (await database.query<{ documents: number }>(STORED)).rows[0]?.documents;
    expect(await stored()).toBe(this.storedBefore + 2);
    await database.query(
      `UPDATE customers.due_work SET due_at = now(), run_at = now() WHERE kind = 'abandoned-document'`,
    );
    // Refused bytes are due at once. The worker that comes for them also finds the other due bytes.
    expect((await postDocument(client, this.customer, { file: Buffer.from('no picture') })).status).toBe(400);
    await waitFor('nothing but documents to be stored', async () => (await stored()) === this.storedBefore + 1);
    await database.end();
  }

  private send(client: HalClient): Promise<HalAnswer> {
    return postDocument(client, this.customer, this.form);
  }
}

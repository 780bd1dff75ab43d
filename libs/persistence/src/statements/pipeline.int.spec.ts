import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { WAIT_MS } from '@halyard/testing/patience';
import { Client } from 'pg';
import {
  BinaryArray,
  CopyRows,
  openPool,
  refusalOf,
  runPipeline,
  runPooled,
  type PipelineStep,
  StepFailed,
} from '../index.js';

const ID = '0190163d-8694-739b-aea5-966c26f8ad91';
const AT = new Date('2026-03-02T18:00:00.123Z');
const COLUMNS = 'id, number, big, note, at, flag, bytes';
const CASTS = '$1::uuid[], $2::integer[], $3::bigint[], $4::text[], $5::timestamptz[], $6::boolean[], $7::bytea[]';

/** One value of each type, and where there is one, a null. */
const rows = [
  [ID, 1, 2n ** 62n, 'plain "quoted" ü €', AT, true, Buffer.from([0, 255])],
  [ID.replace('0190', 'ffff'), -2, -5n, null, new Date(0), null, null],
] as const;
const stored = rows.map(([id, number, big, note, at, flag, bytes]) => ({
  id,
  number,
  big: big.toString(),
  note,
  at,
  flag,
  bytes,
}));

describe('a pipeline', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url, query_timeout: WAIT_MS });
    await client.connect();
    await client.query(
      `CREATE TABLE things (id uuid PRIMARY KEY, number integer, big bigint, note text, at timestamptz, flag boolean,
         bytes bytea, more jsonb)`,
    );
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });
  beforeEach(() => client.query('TRUNCATE things'));

  const content = async () => (await client.query('SELECT * FROM things ORDER BY number DESC')).rows as unknown[];
  const add = (id: string): PipelineStep => ({
    statement: { name: 'add', text: 'INSERT INTO things (id) VALUES ($1::uuid)' },
    values: [id],
  });
  const copy = (bytes: Buffer): PipelineStep => ({
    statement: { name: 'copy', text: `COPY things (${COLUMNS}, more) FROM STDIN BINARY` },
    rows: bytes,
  });

  it('takes arrays of every type', async () => {
    const ids = new BinaryArray('uuid');
    const numbers = new BinaryArray('integer');
    const bigs = new BinaryArray('bigint');
    const notes = new BinaryArray('text');
    const times = new BinaryArray('timestamptz');
    const flags = new BinaryArray('boolean');
    const bytes = new BinaryArray('bytea');
    for (const [id, number, big, note, at, flag, some] of rows) {
      ids.uuid(id);
      numbers.integer(number);
      bigs.bigint(big);
      notes.text(note);
      times.timestamptz(at);
      flags.boolean(flag);
      bytes.bytea(some);
    }
    const statement = { name: 'arrays', text: `INSERT INTO things (${COLUMNS}) SELECT * FROM unnest(${CASTS})` };
    const values = [ids, numbers, bigs, notes, times, flags, bytes].map((array) => array.finish());
    await runPipeline(client, [{ statement, values }]);
    expect(await content()).toEqual(stored.map((row) => ({ ...row, more: null })));
  });

  it('copies rows of every type, of any size, between other steps', async () => {
    const many = new CopyRows();
    for (const [id, number, big, note, at, flag, bytes] of rows) {
      many.row(8);
      many.uuid(id);
      many.integer(number);
      many.bigint(big);
      many.text(note);
      many.timestamptz(at);
      many.boolean(flag);
      many.bytea(bytes);
      many.jsonb(number > 0 ? '{"of":"things"}' : null);
    }
    expect(many.isEmpty).toBe(false);
    const erase: PipelineStep = { statement: { name: 'erase', text: 'DELETE FROM things WHERE number IS NULL' } };
    await runPipeline(client, [add(ID.replace('0190', '1111')), copy(many.finish()), erase]);
    expect(await content()).toEqual(stored.map((row) => ({ ...row, more: row.number > 0 ? { of: 'things' } : null })));

    const large = new CopyRows();
    large.row(8);
    large.uuid(ID.replace('0190', '2222'));
    large.integer(0);
    large.none();
    large.text('x'.repeat(1_000_000));
    for (let nulls = 0; nulls < 4; nulls += 1) large.none();
    await runPipeline(client, [copy(large.finish())]);
    expect(await content()).toHaveLength(3);
  });

  it('is one transaction: a step that fails undoes those before, and is named', async () => {
    const failure: unknown = await runPipeline(client, [add(ID), add(ID), add(ID)]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StepFailed);
    expect(failure).toMatchObject({ step: 1, cause: { code: '23505' } });
    expect(await content()).toEqual([]);
    await runPipeline(client, [add(ID)]);
    expect(await content()).toHaveLength(1);
  });

  it('answers the first value of each step', async () => {
    const ask = (text: string): PipelineStep => ({ statement: { name: text, text } });
    const steps = [
      ask('SELECT 1, 2 UNION ALL SELECT 3, 4 ORDER BY 1'),
      add(ID),
      ask('SELECT NULL'),
      ask('SELECT json_build_array(5)'),
    ];
    expect(await runPipeline(client, steps)).toEqual(['3', null, null, '[5]']);
  });

  it('takes a statement that the connection has prepared otherwise', async () => {
    const step: PipelineStep = { statement: { name: 'both', text: 'SELECT $1::text' }, values: ['a'] };
    const ask = () => client.query<{ text: string }>({ ...step.statement, values: ['b'] });
    expect((await ask()).rows).toEqual([{ text: 'b' }]);
    expect(await runPipeline(client, [step])).toEqual(['a']);
    expect((await ask()).rows).toEqual([{ text: 'b' }]);
  });

  it('leaves a connection of a pool to others after a refusal, and drops one that was lost', async () => {
    const pool = openPool({ connectionString: database.url, max: 1 });
    const pidOf = async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const pid = await pidOf();
    const refused: unknown = await runPooled(pool, [add(ID), add(ID)]).catch((error: unknown) => error);
    expect([refusalOf(refused)?.code, await pidOf()]).toEqual(['23505', pid]);
    const end: PipelineStep = { statement: { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' } };
    const lost: unknown = await runPooled(pool, [end, add(ID)]).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(StepFailed);
    expect(refusalOf(lost)).toBeUndefined();
    expect(await pidOf()).not.toBe(pid);
    await pool.end();
  });

  it('names the step whose rows or whose SQL the server refuses', async () => {
    const torn = new CopyRows();
    torn.row(8);
    torn.uuid(ID);
    await expect(runPipeline(client, [add(ID), copy(torn.finish()), add(ID)])).rejects.toMatchObject({ step: 1 });
    const wrong: PipelineStep = { statement: { name: 'wrong', text: 'INSERT INTO nowhere VALUES (1)' } };
    await expect(runPipeline(client, [add(ID), wrong])).rejects.toMatchObject({ step: 1, cause: { code: '42P01' } });
    expect(await content()).toEqual([]);
  });

  it('fails when the connection is lost', async () => {
    const lost = new Client({ connectionString: database.url });
    lost.on('error', () => undefined);
    await lost.connect();
    const end: PipelineStep = { statement: { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' } };
    await expect(runPipeline(lost, [end, add(ID)])).rejects.toBeInstanceOf(StepFailed);
    await lost.end();
    expect(await content()).toEqual([]);
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { personalCustomer } from '@halyard/suite/example-requests';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { authorized } from '../rows.ts';
import { concurrently } from '../concurrently.ts';

const MIB = 1_024 * 1_024;
const ROUNDS = 20;
const CALLERS = 16;
const BOUNDARY = '----a-boundary';

const packed = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 });
const pdf = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF\n'].map((part) => Buffer.from(part)));
const stream = (data: Buffer): Buffer => Buffer.concat([Buffer.from('stream\n'), data, Buffer.from('\nendstream\n')]);
const repeated = (part: Buffer, bytes: number): Buffer => Buffer.alloc(bytes, part);

/** Compressed data with one bit for each byte. No other data costs zlib more time for each byte of input. */
function slow(bytes: number): Buffer {
  const letters = Buffer.alloc(bytes, 'a');
  for (let at = 0; at < bytes; at += 40) letters[at] = 98 + (at % 3);
  return deflateSync(letters, { strategy: 2 });
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

const png = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.of()),
  ]);
};

/** Files that cost as much as files of their kind can, and honest files to compare with. */
const files: Readonly<Record<string, () => Buffer>> = {
  'text, refused by its first bytes': () => Buffer.from('no document'),
  'packed twice, 125 MiB': () => pdf(stream(deflateSync(packed(125 * MIB)))),
  'packed once, 900 MiB': () => pdf(stream(packed(900 * MIB))),
  'empty streams': () => pdf(repeated(stream(deflateSync('')), 7 * MIB)),
  'streams of a few words': () => pdf(repeated(stream(deflateSync('q BT ET Q'.repeat(20))), 7 * MIB)),
  'streams that are none': () => pdf(repeated(Buffer.from('stream\nq'), 7 * MIB)),
  'a picture of a pixel, 300 MiB': () => png(1, 1, packed(300 * MIB)),
  'a bit for each byte': () => pdf(stream(slow(40 * MIB))),
  'honest: noise in a PDF': () => pdf(stream(deflateSync(randomBytes(5 * MIB)))),
  'honest: a picture of noise': () => png(1_322, 1_322, deflateSync(randomBytes(5 * MIB))),
};

/** A company that has to show its papers. It may send every format. */
const companyToProve = ({ client }: ProcedureStage): Promise<string> => {
  const { ssn, dateOfBirth, address1, city, state, postalCode, ...person } = personalCustomer();
  const address = { address1, city, stateProvinceRegion: state, postalCode, country: 'US' };
  return client.create('/customers', {
    ...{ ...person, address1, city, state, postalCode, email: `${randomUUID()}@example.com` },
    ...{ type: 'business', businessName: 'document', businessType: 'llc', ein: '12-3456789' },
    businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
    controller: { firstName: 'Grace', lastName: 'Hopper', title: 'CEO', dateOfBirth, ssn, address },
  });
};

const form = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="documentType"\r\n\r\nother\r\n`),
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

/** Measures the cost of each file, one after another. Each file is uploaded for several companies. */
export const hostileDocuments: Procedure = async (stage) => {
  const { client } = stage;
  const companies = await concurrently(CALLERS, ROUNDS, () => companyToProve(stage));
  const lines: string[] = [];
  for (const [what, fileOf] of Object.entries(files)) {
    const file = fileOf();
    const body = form(file);
    const headers = {
      ...(await authorized(client)),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    };
    const statuses = new Set<number>();
    const { linesOf } = await stage.watch(async () => {
      for (const company of companies) {
        statuses.add((await client.raw('POST', `${company}/documents`, headers, body)).status);
      }
    });
    lines.push(line(what, `${(file.length / MIB).toFixed(2)} MiB, ${[...statuses].join(', ')}`), ...linesOf(ROUNDS));
  }
  return lines;
};

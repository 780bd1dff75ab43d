import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { DomainError } from '@halyard/core';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import { DocumentStorage, NoSuchContent } from './document-storage.js';
import { openSpool } from './spool.js';

interface S3Bucket {
  /** The URL of the server, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * How long the server may take to begin an answer, and between two parts of it. A transaction may be waiting for a
 * removal.
 */
const TIMEOUT_MS = 4_000;
const SHA256_OF_NOTHING = createHash('sha256').digest('hex');

export interface BucketSeen {
  /** The status of the server's answer about the bucket. */
  readonly status: number;
  /** The server's time. */
  readonly at?: Date;
}

interface SentFile {
  readonly file: FileHandle;
  readonly length: number;
  readonly sha256: string;
}

/** The message contains only the status of the server's answer. */
class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/**
 * Objects of any S3-compatible server, addressed by path. An object is put in a single request, whose length and hash
 * are signed; so sealed content is collected in an unnamed file until it is complete.
 */
export class S3Storage extends DocumentStorage {
  private readonly agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

  /** @param spoolDir folder for content on its way to the server */
  constructor(
    private readonly s3: S3Bucket,
    private readonly spoolDir: string,
  ) {
    super();
  }

  async write(id: string, content: AsyncIterable<Buffer>): Promise<void> {
    const file = await openSpool(this.spoolDir);
    try {
      const hash = createHash('sha256');
      let length = 0;
      for await (const chunk of content) {
        hash.update(chunk);
        length += chunk.length;
        await file.appendFile(chunk);
      }
      const { statusCode, body } = await this.send('PUT', id, { file, length, sha256: hash.digest('hex') });
      await body.dump();
      if (statusCode !== 200) throw new UnexpectedAnswer(`PUT: ${statusCode}`);
    } finally {
      await file.close();
    }
  }

  async *read(id: string): AsyncIterable<Buffer> {
    const { statusCode, body } = await this.send('GET', id);
    if (statusCode !== 200) {
      await body.dump();
      throw statusCode === 404 ? new NoSuchContent(id) : new UnexpectedAnswer(`GET: ${statusCode}`);
    }
    yield* body as AsyncIterable<Buffer>;
  }

  async remove(id: string): Promise<void> {
    const { statusCode, body } = await this.send('DELETE', id);
    await body.dump();
    if (![200, 204, 404].includes(statusCode)) throw new UnexpectedAnswer(`DELETE: ${statusCode}`);
  }

  /** Nest calls this when the service stops. */
  onModuleDestroy(): Promise<void> {
    return this.agent.close();
  }

  /** Asks for the bucket itself, which writes nothing. @throws DomainError ServiceUnavailable */
  async look(): Promise<BucketSeen> {
    const { statusCode, headers, body } = await this.send('HEAD', undefined);
    await body.dump();
    const { date } = headers;
    return { status: statusCode, ...(typeof date === 'string' && { at: new Date(date) }) };
  }

  private async send(
    method: 'PUT' | 'GET' | 'DELETE' | 'HEAD',
    id: string | undefined,
    sent?: SentFile,
  ): Promise<Dispatcher.ResponseData> {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.s3;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint.replace(/\/$/, '')}/${bucket}${id === undefined ? '' : `/documents/${id}`}`,
      headers: { 'x-amz-content-sha256': sent?.sha256 ?? SHA256_OF_NOTHING },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    });
    const { url, headers } = await signer.sign();
    try {
      const answer = await request(url, {
        method,
        headers: { ...Object.fromEntries(headers), ...(sent && { 'content-length': String(sent.length) }) },
        body: sent?.file.createReadStream({ start: 0, autoClose: false }),
        dispatcher: this.agent,
      });
      if (answer.statusCode < 500) return answer;
      await answer.body.dump();
      throw new UnexpectedAnswer(`${method}: ${answer.statusCode}`);
    } catch (cause) {
      // The server is unavailable, but may come back.
      throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1, cause });
    }
  }
}

import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { CustomersConfig } from '../../config.js';
import type { DocumentStorage } from './document-storage.js';
import { PostgresStorage } from './postgres-storage.rows.js';
import { S3Storage } from './s3-storage.js';

/** An S3-compatible server if one is configured, otherwise tables in the service's own schema. */
export const documentStorage = (dataSource: DataSource, config: CustomersConfig): DocumentStorage =>
  s3StorageOf(config) ?? new PostgresStorage(dataSource);

/** The storage on an S3-compatible server; undefined if the settings name none. */
export function s3StorageOf(config: CustomersConfig): S3Storage | undefined {
  const { documentsS3Endpoint: endpoint, documentsS3Bucket: bucket, documentsS3Region: region, dataDir } = config;
  const { documentsS3AccessKeyId: accessKeyId, documentsS3SecretAccessKey: secretAccessKey } = config;
  if (!(endpoint && bucket && accessKeyId && secretAccessKey)) return undefined;
  return new S3Storage(
    { endpoint, bucket, region, accessKeyId, secretAccessKey },
    join(dataDir, 'documents-on-their-way'),
  );
}

import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type { CustomersConfig } from '../../config.js';
import type { DocumentStorage } from './document-storage.js';
import { PostgresStorage } from './postgres-storage.rows.js';
import { S3Storage } from './s3-storage.js';

/** An S3-compatible server if one is configured, otherwise tables in the service's own schema. */
export function documentStorage(dataSource: DataSource, config: CustomersConfig): DocumentStorage {
  const { documentsS3Endpoint: endpoint, documentsS3Bucket: bucket, documentsS3Region: region, dataDir } = config;
  const { documentsS3AccessKeyId: accessKeyId, documentsS3SecretAccessKey: secretAccessKey } = config;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? new S3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }, join(dataDir, 'documents-on-their-way'))
    : new PostgresStorage(dataSource);
}

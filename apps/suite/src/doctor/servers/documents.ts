import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DomainError } from '@halyard/core';
import { customersService } from '@halyard/customers';
import { s3StorageOf } from '@halyard/customers/documents';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

/** @returns undefined if documents are in the database */
export async function lookAtDocuments({
  env,
  dataDir,
}: Pick<ExaminedInstallation, 'env' | 'dataDir'>): Promise<readonly Finding[] | undefined> {
  const config = customersService.config(env);
  const storage = s3StorageOf(config);
  if (!storage) return undefined;
  const server = new URL(config.documentsS3Endpoint ?? '').host;
  const folder = folderFault(join(dataDir, 'documents-on-their-way'));
  try {
    const { status } = await storage.look();
    return [...folder, ...bucketFaults(status, server, config.documentsS3Bucket ?? '')];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [...folder, findingOf('documents-not-reached', { server })];
  } finally {
    await storage.onModuleDestroy();
  }
}

/** The fault that the server's answer about the bucket shows. */
export function bucketFaults(status: number, server: string, bucket: string): readonly Finding[] {
  if (status === 404) return [findingOf('documents-bucket-missing', { server, bucket })];
  return status >= 300 ? [findingOf('documents-access-denied', { server, bucket })] : [];
}

/** @param folder need not exist yet: the user then needs the right to make it */
export function folderFault(folder: string): readonly Finding[] {
  try {
    accessSync(nearest(folder), constants.W_OK);
    return [];
  } catch {
    return [findingOf('documents-folder-not-writable', { folder })];
  }
}

function nearest(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearest(parent);
}

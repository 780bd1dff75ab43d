import 'reflect-metadata';
import { join } from 'node:path';
import { loadConfig } from '@halyard/config';
import { storingServices } from '@halyard/contracts';
import { loadKeys, provisionServices, usingServer } from '@halyard/persistence';
import { runProgram } from '@halyard/service';
import { ProvisionConfig } from './provision-config.js';

/** For services whose `DATABASE_URL` names no user: gives each its role and its schema, and ends. May be repeated. */
await runProgram(async () => {
  const { databaseAdminUrl: adminUrl, dataDir } = loadConfig(ProvisionConfig, process.env);
  const keys = loadKeys({ ...(dataDir !== undefined && { dir: join(dataDir, 'keys') }), env: process.env });
  await usingServer(adminUrl, 'Check DATABASE_ADMIN_URL.', () =>
    provisionServices({ adminUrl, services: storingServices, passwordOf: keys.rolePassword }),
  );
  console.log(`halyard: there are a role and a schema for each of ${storingServices.join(', ')}`);
  return { stop: () => Promise.resolve() };
});

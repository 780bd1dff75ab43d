// Creates another sandbox account with its application on a running suite: npm run seed -- --account NAME
import './say-why.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clientOfRunningSuite } from '@halyard/suite/running-suite';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';

const { values } = parseArgs({ options: { account: { type: 'string' } } });
if (values.account === undefined || values.account === '') {
  console.error('Say the account: npm run seed -- --account NAME');
  process.exit(1);
}

const operator = await clientOfRunningSuite(join(process.env['DATA_DIR'] ?? '.data', 'demo.json'));
const client = await openSandboxAccount(operator, values.account);
console.log(JSON.stringify(client.connection, undefined, 2));
await Promise.all([operator.close(), client.close()]);

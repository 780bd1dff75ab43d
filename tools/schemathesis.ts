// Sends what Schemathesis makes of docs/openapi.json to a suite, and checks every answer by it: npm run schemathesis, or
// with -- --long much more. Where Python or its packages are missing it says so, and exits with 77.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment } from '@halyard/e2e/python-environment';
import { SuiteProcess } from '@halyard/e2e/suite-process';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { settingsOf } from './schemathesis/settings.ts';
import { openStage } from './schemathesis/stage.ts';

/** Test runners read this exit code as "skipped". */
const SKIPPED = 77;

const document = join(import.meta.dirname, '..', 'docs', 'openapi.json');
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

interface Extent {
  readonly phases: string;
  /** Requests of each operation in a phase that draws them at random. */
  readonly examples: number;
}

const usual: Extent = { phases: 'examples,fuzzing', examples: 8 };
/** In a long run, the border cases of each schema take minutes. */
const long: Extent = { phases: 'examples,coverage,fuzzing,stateful', examples: 50 };

async function run(program: string, { phases, examples }: Extent): Promise<number> {
  const suite = await SuiteProcess.start();
  const folder = await mkdtemp(join(tmpdir(), 'halyard-schemathesis-'));
  try {
    const client = await openSandboxAccount(await suite.client(), 'schemathesis');
    const settings = join(folder, 'schemathesis.toml');
    await writeFile(settings, settingsOf(client, await openStage(client)));
    const child = spawn(
      program,
      [
        ...['--config-file', settings, 'run', document, '--url', client.connection.baseUrl],
        ...['--phases', phases, '--checks', checks.join(','), '--max-examples', String(examples)],
        // Schemathesis may find forbidden values slowly. That is no fault of the document.
        '--suppress-health-check=filter_too_much,too_slow',
        // Each run sends the same requests. With more workers Python 3.11 stops now and then.
        ...['--workers', '1', '--seed', '1', '--continue-on-failure', '--warnings', 'off', '--no-color'],
      ],
      { cwd: folder, stdio: 'inherit' },
    );
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  } finally {
    await suite.remove();
    await rm(folder, { recursive: true });
  }
}

const environment = pythonEnvironment(join(import.meta.dirname, 'schemathesis', 'requirements.txt'));
if ('missing' in environment) {
  console.log(`skipped Schemathesis: ${environment.missing}`);
  process.exitCode = SKIPPED;
} else {
  process.exitCode = await run(join(environment.programs, 'st'), process.argv.includes('--long') ? long : usual);
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { serviceNames } from '@halyard/contracts';
import { z } from 'zod';
import { root, textOf, yamlOf } from '../support/yaml.ts';

/** Declares a default export, and has none of that name. */
const dockerignore = createRequire(import.meta.url)(
  '@balena/dockerignore',
) as typeof import('@balena/dockerignore').default;

/** What builds the documentation, which `npm run docs` installs. */
const sitePackages = join(root, 'site', 'node_modules');
const hasSitePackages = existsSync(join(sitePackages, '.installed'));

/** The user of the image. */
const USER = 1_000;

/** Ways to be what a container is, where this machine has them: another user, no capabilities, a root to read only. */
const canConfine =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'setpriv', '--reuid', String(USER), process.execPath, '--version']).status === 0;

const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
  .parse(JSON.parse(textOf('package-lock.json')));

const { services } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        command: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.coerce.string()).default({}),
      }),
    ),
  })
  .parse(yamlOf('docker-compose.yml'));

/** The commands of the stage that builds, from the compiler on. */
const buildCommands = (): readonly string[] =>
  (/^RUN (?:--mount=\S+ )?(node (?:.*\\\n)*.*)/m.exec(textOf('deploy/Dockerfile'))?.[1] ?? '')
    .replaceAll('\\\n', ' ')
    .split('&&')
    .map((command) => command.trim());

const copiedFrom = (): readonly string[] =>
  [...textOf('deploy/Dockerfile').matchAll(/^COPY --from=build \/image\/(\S+) \S+$/gm)].map(([, path]) => path ?? '');

/** What `docker build` gets of this tree, with the installed packages beside it. */
function makeContext(context: string): void {
  const lets = dockerignore({ ignorecase: false }).add(textOf('.dockerignore')).createFilter();
  const skipped = /^(?:\.git|\.data|\.nx|node_modules)$|(?:^|\/)(?:node_modules|dist|dist-spec)$/;
  const files = globSync('{*,.*,{apps,libs,deploy,docs,examples,site,tools}/**}', {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => skipped.test(relative(root, join(entry.parentPath, entry.name))),
  })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const file of files.filter(lets)) {
    mkdirSync(join(context, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(context, file));
  }
  linkPackages(context, () => true);
  // Copied, because what builds the documentation tells its own files by their real paths.
  if (hasSitePackages)
    cpSync(sitePackages, join(context, 'site', 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** The packages are those of this tree, and the workspaces those of the context. */
function linkPackages(context: string, isWanted: (path: string) => boolean): void {
  const modules = join(context, 'node_modules');
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(join(modules, '@halyard'), { recursive: true });
  const wanted = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: root }).filter(
    (path) => !/\/(?:@[^/]+|\.[^/]+)$/.test(path) && !path.includes('@halyard/') && isWanted(path),
  );
  for (const path of wanted) {
    mkdirSync(join(context, dirname(path)), { recursive: true });
    symlinkSync(join(root, path), join(context, path));
  }
  for (const name of readdirSync(join(root, 'node_modules', '@halyard'))) {
    const workspace = relative(root, realpathSync(join(root, 'node_modules', '@halyard', name)));
    if (existsSync(join(context, workspace))) symlinkSync(join('..', '..', workspace), join(modules, '@halyard', name));
  }
}

const confined = canConfine ? '' : ' (run by this user, with all that it may do)';
const documented = hasSitePackages
  ? ''
  : ' (with a page in place of the documentation: npm run docs was never run here)';

describe(`the content of the image${confined}${documented}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-image-'));
  const [context, image, data] = [join(folder, 'context'), join(folder, 'image'), join(folder, 'data')];
  const backups = join(folder, 'backups');
  chmodSync(folder, 0o755);

  beforeAll(() => {
    makeContext(context);
    for (const command of buildCommands()) {
      if (command.startsWith('npm prune --omit=dev')) {
        linkPackages(context, (path) => packages[path]?.dev !== true);
        continue;
      }
      if (command === 'node tools/docs.ts' && !hasSitePackages) {
        mkdirSync(join(context, 'site', 'dist'), { recursive: true });
        writeFileSync(join(context, 'site', 'dist', 'index.html'), '');
        continue;
      }
      const [program, ...args] = command.replace(/ \/image$/, ` ${image}`).split(' ');
      expect(program).toBe('node');
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: context,
        encoding: 'utf8',
        env: plain(),
      });
      const quiet = command === 'node tools/docs.ts' ? expect.stringContaining('pages are in site/dist') : '';
      expect({ command, status, said: stdout + stderr }).toEqual({ command, status: 0, said: quiet });
    }
    for (const path of [data, backups]) {
      mkdirSync(path);
      if (canConfine) chownSync(path, USER, USER);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const plain = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], NODE_OPTIONS: '' });

  interface Asked {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    /** Runs as root with these capabilities, as compose gives them. */
    readonly rootWith?: readonly string[];
    /** Ends it once it has written this. */
    readonly until?: RegExp;
  }

  /** Runs a program of the image, as its container would. */
  async function run(name: string, { args = [], env = {}, rootWith, until }: Asked = {}) {
    const command = [process.execPath, 'deploy/image/entrypoint.mjs', name, ...args];
    const capabilities = ['-all', ...(rootWith ?? []).map((one) => `+${one.toLowerCase()}`)].join(',');
    const user = rootWith ? [] : ['--reuid', String(USER), '--regid', String(USER), '--clear-groups'];
    const asUser = ['setpriv', ...user, '--bounding-set', capabilities, '--inh-caps', capabilities, ...command];
    const readOnly = `mount --bind ${image} ${image} && mount -o remount,bind,ro ${image} && cd ${image} && exec "$@"`;
    const [program = '', ...rest] = canConfine
      ? ['unshare', '--mount', 'sh', '-ec', readOnly, 'sh', ...asUser]
      : command;
    const child = spawn(program, rest, {
      cwd: image,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...plain(),
        NODE_ENV: 'production',
        DATA_DIR: data,
        ...Object.fromEntries(['HOST', 'SERVICE_HOST', 'METRICS_HOST'].map((host) => [host, '127.0.0.1'])),
        ...Object.fromEntries(['PORT', 'HTTPS_PORT', 'METRICS_PORT', 'SERVICE_PORT'].map((port) => [port, '0'])),
        ...env,
      },
    });
    const output = { stdout: '', said: '' };
    const hear = (chunk: Buffer): void => {
      output.said += chunk.toString();
      if (until?.test(output.said)) child.kill('SIGKILL');
    };
    child.stderr.on('data', hear);
    child.stdout.on('data', hear).on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, ...output };
  }
  const isComplete = (said: string): void => {
    expect(said).not.toMatch(/SyntaxError|ERR_MODULE_NOT_FOUND|Cannot find (?:module|package)|EACCES|EROFS|EPERM/);
  };
  /** As compose gives it to somebody who has set nothing. */
  const environmentOf = (name: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
        variable,
        value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]),
    );

  it('is what the image copies, and nothing else', () => {
    expect(readdirSync(image).sort()).toEqual([...copiedFrom()].sort());
    expect(existsSync(join(image, 'apps', 'cli'))).toBe(false);
    expect(readdirSync(join(image, 'site'))).toEqual(['dist']);
    expect(existsSync(join(image, 'site', 'dist', 'index.html.gz'))).toBe(true);
    expect(readdirSync(join(image, 'docs'))).toEqual(['asyncapi.json', 'openapi.json']);
  });

  it('has at most 80 MB', () => {
    const files = globSync('**/*', { cwd: image, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    expect(files.length).toBeGreaterThan(500);
    expect(bytes / 1e6).toBeLessThan(80);
  });

  it('has whole only the packages that bundles leave out, and no source maps or types of them', () => {
    const filesOf = (name: string): readonly string[] => globSync('**/*.*', { cwd: join(image, 'node_modules', name) });
    expect(filesOf('oidc-provider').length).toBeGreaterThan(50);
    expect(filesOf('typeorm').filter((file) => !file.startsWith('node_modules'))).toEqual(['package.json']);
    expect(globSync('node_modules/**/*.{map,ts,cts,mts}', { cwd: image })).toEqual([]);
  });

  it('names each package whose code it has, with its licence, for scanners and lawyers', () => {
    const manifests = globSync('node_modules/**/package.json', { cwd: image });
    expect(manifests.length).toBeGreaterThan(200);
    for (const name of ['fastify', '@nestjs/core', 'kafkajs']) {
      expect(readdirSync(join(image, 'node_modules', name))).toEqual(
        expect.arrayContaining(['package.json', expect.stringMatching(/^licen[cs]e/i)]),
      );
    }
    expect(existsSync(join(image, 'node_modules', 'jest'))).toBe(false);
  });

  it('makes the keys of an installation', async () => {
    const { status, stdout, said } = await run('keys');
    expect({ status, said }).toEqual({ status: 0, said: stdout });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(serviceNames);
  });

  it('contains nothing that only builds', () => {
    const found = globSync('node_modules/{@esbuild,@types,@typescript,esbuild,typescript-7}', { cwd: image });
    expect([existsSync(join(image, 'node_modules', 'fastify')), ...found]).toEqual([true]);
  });

  // What they wait for is not there, so they end, or are ended, after all of their code was loaded and their settings read.
  it.each(serviceNames.filter((name) => name !== 'gateway'))(
    'loads all of %s, which says that its database is away',
    async (name) => {
      const { status, said } = await run(name, {
        env: { ...environmentOf(name), DATABASE_URL: 'postgres://127.0.0.1:1/halyard' },
      });
      isComplete(said);
      expect(said).toContain('ECONNREFUSED');
      expect(status).not.toBe(0);
    },
  );

  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/halyard' };
  const whoeverNeedsADatabase = [
    ['provision', [], { DATABASE_ADMIN_URL: 'postgres://halyard:halyard@127.0.0.1:1/halyard' }],
    ['replace-master-key', [], away],
    ['after-restore', [], away],
    ['taken-away', ['export'], away],
    ['verify', [], { ...away, VERIFY_DATABASE_URL: 'postgres://127.0.0.1:1/scratch' }],
    ['take-over', [randomUUID()], away],
    ['seed', ['--person', 'a@example.com', '--of', randomUUID(), '--role', 'owner'], away],
  ] as const;

  it.each(whoeverNeedsADatabase)('loads all of %s, which says that the database is away', async (name, args, env) => {
    const { status, said } = await run(name, { args, env: { BACKUP_DIR: backups, ...env } });
    isComplete(said);
    expect(said).toContain('ECONNREFUSED');
    expect(status).not.toBe(0);
  });

  it('tells verify which setting names the database that it computes in', async () => {
    const { status, said } = await run('verify', { env: { BACKUP_DIR: backups, ...away } });
    expect([status, said]).toEqual([1, expect.stringContaining('set VERIFY_DATABASE_URL')]);
  });

  it('has a doctor, who says what is wrong with an installation', async () => {
    const { status, said } = await run('doctor', { env: away });
    isComplete(said);
    expect(status).toBe(1);
    expect(said).toContain('database');
  });

  it('says of a program what it does', async () => {
    const { status, stdout } = await run('verify', { args: ['--help'] });
    expect(status).toBe(0);
    expect(stdout).toContain('verify');
  });

  it('has no program that is not started here', () => {
    const others = ['demo', 'doctor', 'tour', 'hand-over-demo', 'keys'];
    const programs: unknown = JSON.parse(readFileSync(join(image, 'deploy', 'image', 'programs.json'), 'utf8'));
    expect(Object.keys(programs as object).sort()).toEqual(
      [...whoeverNeedsADatabase.map(([name]) => name), ...others].sort(),
    );
  });

  it('starts the gateway', async () => {
    const { said } = await run('gateway', { env: environmentOf('gateway'), until: /listening/ });
    isComplete(said);
    expect(said).toContain('"msg":"listening"');
  });

  it('has no Postgres of its own for the suite, and says so', async () => {
    const { status, said } = await run('suite');
    isComplete(said);
    expect(status).toBe(1);
    expect(said).toContain('PostgreSQL');
  });

  it('takes the tour, once there is an account', async () => {
    const { said } = await run('tour');
    isComplete(said);
    expect(said).toContain('demo.json');
  });

  it('opens the demo account as far as the services, which are away', async () => {
    const { said } = await run('demo', { env: environmentOf('demo'), until: /ServiceUnavailable/ });
    isComplete(said);
    expect(said).toContain('ServiceUnavailable');
  });

  it('hands over the demo account with the capabilities that compose gives', async () => {
    const host = join(folder, 'host');
    mkdirSync(host);
    const like = join(folder, 'docker-compose.yml');
    writeFileSync(like, '');
    chmodSync(host, 0o700);
    if (canConfine) for (const path of [host, like]) chownSync(path, 1_234, 1_234);
    mkdirSync(join(data, 'tls'), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, 'tls', 'ca.pem'), 'certificate', { mode: 0o600 });
    writeFileSync(join(data, 'demo.json'), '{"key":"k"}', { mode: 0o600 });
    if (canConfine) for (const path of ['tls', 'tls/ca.pem', 'demo.json']) chownSync(join(data, path), USER, USER);
    expect(
      await run('hand-over-demo', { args: [data, host, like], rootWith: ['CHOWN', 'DAC_OVERRIDE'] }),
    ).toMatchObject({
      status: 0,
      said: '',
    });
    expect(JSON.parse(readFileSync(join(host, 'demo.json'), 'utf8'))).toMatchObject({ key: 'k' });
  });
});

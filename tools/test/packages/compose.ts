import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { root } from '../support/yaml.ts';

/** Not the project of somebody who runs the suite on this machine. */
const PROJECT = 'halyard-test';
/** Older engines refuse a file with `start_interval`. */
const KNOWS_START_INTERVAL = 25;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const run = promisify(execFile);

/** @returns what it printed @throws Error with what it complained of */
const docker = async (...args: readonly string[]): Promise<string> =>
  (await run('docker', args, { cwd: root, maxBuffer: OUTPUT_BYTES_MAX })).stdout.trim();

const succeeds = (...args: readonly string[]): Promise<boolean> =>
  docker(...args).then(
    () => true,
    () => false,
  );

const engineVersion = (): Promise<string> => docker('version', '--format', '{{.Server.Version}}');

const healthSchema = z.looseObject({ interval: z.string().optional(), start_interval: z.string().optional() });
const mountSchema = z.looseObject({ type: z.string(), target: z.string(), source: z.string().optional() });
const projectSchema = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      build: z.unknown().optional(),
      healthcheck: healthSchema.optional(),
      volumes: z.array(mountSchema).default([]),
    }),
  ),
});

/** Why containers can't be tried on this machine; empty if they can. */
export async function whyNoContainers(): Promise<string> {
  if (!(await succeeds('version'))) return 'no Docker engine runs here';
  if (!(await succeeds('compose', 'version'))) return 'docker compose is not installed';
  const images = (await docker('compose', 'config', '--images')).split('\n');
  for (const image of new Set(images.filter((name) => !name.startsWith('halyard:')))) {
    const isHere = (await succeeds('image', 'inspect', image)) || (await succeeds('pull', '--quiet', image));
    if (!isHere) return `the image ${image} is not here and can't be pulled`;
  }
  return '';
}

/** docker-compose.yml as this engine takes it, with files of the demo account in a folder of the test. */
async function projectFor(dataFolder: string): Promise<object> {
  const text = await docker('compose', '--project-name', PROJECT, '--profile', '*', 'config', '--format', 'json');
  const project = projectSchema.parse(JSON.parse(text));
  const isOld = Number.parseInt(await engineVersion(), 10) < KNOWS_START_INTERVAL;
  for (const { healthcheck, volumes } of Object.values(project.services)) {
    if (isOld && healthcheck?.start_interval !== undefined) {
      healthcheck.interval = healthcheck.start_interval;
      delete healthcheck.start_interval;
    }
    for (const mount of volumes) if (mount.target === '/host/.data') mount.source = dataFolder;
  }
  return project;
}

/** The containers of docker-compose.yml, with volumes of their own. */
export class Compose {
  readonly folder: string;
  readonly dataFolder: string;
  private readonly file: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'docker-compose.json');
    this.dataFolder = join(folder, '.data');
  }

  static async open(): Promise<Compose> {
    const compose = new Compose(mkdtempSync(join(tmpdir(), 'halyard-compose-')));
    mkdirSync(compose.dataFolder);
    writeFileSync(compose.file, JSON.stringify(await projectFor(compose.dataFolder)));
    return compose;
  }

  /** @throws Error with what compose said if it failed */
  run(...args: readonly string[]): Promise<string> {
    return docker('compose', '--project-name', PROJECT, '--file', this.file, ...args);
  }

  async containersOf(service: string): Promise<readonly string[]> {
    return (await this.run('ps', '--quiet', service)).split('\n');
  }

  /** Of the one container of the service. */
  async containerOf(service: string): Promise<string> {
    const [container = ''] = await this.containersOf(service);
    return container;
  }

  private of(container: string, what: string): Promise<string> {
    return docker('inspect', '--format', `{{.${what}}}`, container);
  }

  /** How often the engine has started the container again by itself. */
  async restartsOf(container: string): Promise<number> {
    return Number(await this.of(container, 'RestartCount'));
  }

  async isHealthy(container: string): Promise<boolean> {
    return (await this.of(container, 'State.Health.Status')) === 'healthy';
  }

  /** Ends the container's process as a crash does: after `docker kill`, the engine would not start it again. */
  async crash(container: string, image: string): Promise<void> {
    const kill = `kill -9 ${await this.of(container, 'State.Pid')}`;
    await docker('run', '--rm', '--pid', 'host', '--user', '0', '--entrypoint', 'bash', image, '-c', kill);
  }

  async remove(): Promise<void> {
    await this.run('--profile', '*', 'down', '--volumes', '--timeout', '5');
    rmSync(this.folder, { recursive: true });
  }
}

import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { serviceNames, storingServices } from '@halyard/contracts';
import { z } from 'zod';
import { knownSettings } from './support/known-settings.ts';
import { root, textOf, yamlOf } from './support/yaml.ts';

const condition = z.enum(['service_healthy', 'service_completed_successfully']);
const { services } = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
        profiles: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        command: z.array(z.string()).optional(),
        user: z.string().optional(),
        read_only: z.boolean().optional(),
        cap_drop: z.array(z.string()).optional(),
        cap_add: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
        healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
        depends_on: z.record(z.string(), z.object({ condition })).default({}),
        ports: z.array(z.string()).default([]),
        restart: z.string(),
        logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
        mem_limit: z.string(),
        pids_limit: z.number(),
      }),
    ),
  })
  .parse(yamlOf('docker-compose.yml'));

const IMAGE = 'halyard:${HALYARD_VERSION:-local}';
const ours = Object.entries(services).filter(([, { image }]) => image === IMAGE);
const others = Object.entries(services).filter(([, { image }]) => image !== IMAGE);

const compose = (...args: string[]) => spawnSync('docker', ['compose', ...args], { cwd: root, encoding: 'utf8' });
const hasCompose = compose('version').status === 0;

describe('docker-compose.yml', () => {
  const check = hasCompose ? it : it.skip;
  check(
    `is accepted by docker compose config${hasCompose ? '' : ' (skipped: docker compose is not installed)'}`,
    () => {
      expect(compose('config', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    },
  );

  it('runs each of the seven services from the one image', () => {
    const commands = Object.fromEntries(ours.map(([name, { command }]) => [name, command]));
    expect(serviceNames).toHaveLength(7);
    expect(commands).toMatchObject(Object.fromEntries(serviceNames.map((name) => [name, [name]])));
  });

  it('builds the image once, for the service that all others of ours come after', () => {
    const builders = Object.entries(services).filter(([, { build }]) => build !== undefined);
    expect(builders.map(([name, { image, build }]) => ({ name, image, build }))).toEqual([
      { name: 'keys', image: IMAGE, build: { context: '.', dockerfile: 'deploy/Dockerfile' } },
    ]);
    const comesAfterKeys = (name: string): boolean =>
      name === 'keys' || Object.keys(services[name]?.depends_on ?? {}).some(comesAfterKeys);
    expect(ours.filter(([name]) => !comesAfterKeys(name))).toEqual([]);
  });

  it('gives the list of what was taken away a volume outside of the data', () => {
    expect(textOf('deploy/Dockerfile')).toMatch(/^ENV .*\bBACKUP_DIR=\/backups\b/m);
    expect(services['recovery']).toMatchObject({ profiles: ['recovery'], volumes: ['data:/data', 'backups:/backups'] });
  });

  it('knows of each container that serves whether it is healthy', () => {
    expect(textOf('deploy/Dockerfile')).toContain('\nHEALTHCHECK ');
    for (const name of serviceNames) expect(services[name]?.healthcheck).toBeUndefined(); // the image has its own
    for (const [name, { healthcheck }] of others) expect([name, healthcheck?.test?.[0]]).toEqual([name, 'CMD']);
  });

  it('starts each service after what it needs, by health', () => {
    const afterKeys = { keys: { condition: 'service_completed_successfully' } };
    expect(services['gateway']?.depends_on).toMatchObject(afterKeys);
    expect(services['provision']?.depends_on).toMatchObject({
      ...afterKeys,
      postgres: { condition: 'service_healthy' },
    });
    for (const name of storingServices) {
      expect(services[name]?.depends_on).toMatchObject({
        provision: { condition: 'service_completed_successfully' },
        kafka: { condition: 'service_healthy' },
      });
    }
    expect(services['transfers']?.depends_on).toHaveProperty('eventstore', { condition: 'service_healthy' });
    for (const name of storingServices) {
      expect(services['gateway']?.depends_on).toHaveProperty([name], { condition: 'service_healthy' });
    }
  });

  it('restarts what serves until somebody stops it, and lets what runs once end "up" when it fails', () => {
    const once = ['demo', 'hand-over-demo', 'keys', 'provision', 'recovery'];
    const restarts = Object.entries(services).map(([name, { restart }]) => [name, restart]);
    expect(restarts).toEqual(
      Object.keys(services).map((name) => [name, once.includes(name) ? 'no' : 'unless-stopped']),
    );
  });

  it('bounds the logs, memory and processes of each container', () => {
    for (const { logging, mem_limit, pids_limit } of Object.values(services)) {
      expect(logging.options).toEqual({ 'max-size': '10m', 'max-file': '3' });
      expect([mem_limit, pids_limit]).toEqual([expect.stringMatching(/^\d+[mg]$/), expect.any(Number)]);
    }
  });

  it('gives the gateway, which keeps nothing, no way to a database or broker', () => {
    expect(services['gateway']?.depends_on).not.toHaveProperty('postgres');
    expect(Object.keys(services['gateway']?.environment ?? {}).filter((name) => /DATABASE|KAFKA/.test(name))).toEqual(
      [],
    );
  });

  it('tells the administrator of the database to the container that provisions alone', () => {
    const told = ours.filter(([, { environment }]) => 'DATABASE_ADMIN_URL' in environment);
    expect(told.map(([name]) => name)).toEqual(['provision']);
  });

  it('gives root and capabilities to the container that hands over files alone, and nobody a root to write to', () => {
    const privileged = ours.filter(([, { user, cap_add }]) => user !== undefined || cap_add !== undefined);
    expect(privileged.map(([name]) => name)).toEqual(['hand-over-demo']);
    for (const [name, { cap_drop, read_only }] of ours) {
      expect({ name, cap_drop, read_only }).toEqual({ name, cap_drop: ['ALL'], read_only: true });
    }
  });

  it('sets nothing that no service reads', () => {
    const known = knownSettings();
    const unknown = ours.flatMap(([name, { environment }]) =>
      Object.keys(environment).flatMap((variable) => (known.has(variable) ? [] : [`${name}: ${variable}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('holds no secret but a default for a laptop', () => {
    const secrets = Object.values(services)
      .flatMap(({ environment }) => Object.entries(environment))
      .filter(([name, value]) => /PASSWORD|SECRET|KEY|TOKEN/.test(name) || /\/\/[^/@:]+:[^/@]+@/.test(String(value)));
    expect(secrets.length).toBeGreaterThan(0);
    for (const [, value] of secrets) expect(value).toContain('${POSTGRES_PASSWORD:-halyard}');
  });

  it('publishes the gateway alone, on loopback', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['gateway 127.0.0.1:8443:8443', 'gateway 127.0.0.1:8080:8080']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { unknownOptions } from '@halyard/testing/eventstore-double';
import { z } from 'zod';
import { yamlOf } from './support/yaml.ts';

const CLUSTER = 'deploy/compose/eventstore-cluster.yml';

const file = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      volumes: z.array(z.string()).default([]),
    }),
  ),
});
const servicesOf = (path: string) => file.parse(yamlOf(path)).services;
const isServer = ({ image }: { readonly image?: string | undefined }): boolean =>
  image?.startsWith('eventstore/') === true;
const serversOf = (path: string) => Object.entries(servicesOf(path)).filter(([, service]) => isServer(service));

describe('servers of EventStoreDB in compose', () => {
  it.each(['docker-compose.yml', CLUSTER])('get no variable that a server would not start with (%s)', (path) => {
    const servers = serversOf(path);
    expect(servers.length).toBeGreaterThan(0);
    expect(servers.flatMap(([, { environment }]) => unknownOptions(environment))).toEqual([]);
  });

  it('are of one version', () => {
    const images = ['docker-compose.yml', CLUSTER].flatMap(serversOf).map(([, { image }]) => image);
    expect(new Set(images).size).toBe(1);
  });

  it('find each other in a cluster, whose nodes transfers knows and waits for', () => {
    const servers = serversOf(CLUSTER);
    const names = servers.map(([name]) => name);
    for (const [name, { environment }] of servers) {
      const others = names.filter((other) => other !== name).map((other) => `${other}:2113`);
      expect(environment).toMatchObject({
        EVENTSTORE_CLUSTER_SIZE: names.length,
        EVENTSTORE_GOSSIP_SEED: others.join(','),
        EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
        EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
      });
    }
    const { environment, depends_on } = servicesOf(CLUSTER)['transfers'] ?? {};
    expect(environment).toEqual({
      EVENTSTORE_URL: `esdb://${names.map((name) => `${name}:2113`).join(',')}?tls=false`,
    });
    const waitsFor = { ...servicesOf('docker-compose.yml')['transfers']?.depends_on, ...depends_on };
    for (const name of names) expect(waitsFor).toHaveProperty([name], { condition: 'service_healthy' });
  });

  it('have a volume each', () => {
    const volumes = [
      ...(servicesOf('docker-compose.yml')['eventstore']?.volumes ?? []),
      ...serversOf(CLUSTER).flatMap(([, server]) => server.volumes),
    ];
    expect(new Set(volumes).size).toBe(3);
  });
});

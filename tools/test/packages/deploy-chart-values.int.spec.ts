import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@halyard/contracts';
import { z } from 'zod';
import { root, yamlOf } from '../support/yaml.ts';
import { chartWith, hasHelm, hasValidator, skipped, template, validate, valuesOf } from './chart-programs.ts';

(hasHelm ? describe : describe.skip)(`the values of the Helm chart${skipped}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-chart-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const full = () => chartWith(...valuesOf.full);
  const isService = (component: string): boolean => serviceNames.some((name) => name === component);
  const imagesOf = (...args: string[]) =>
    Object.fromEntries(
      Object.entries(chartWith(...args).pods).map(([component, { spec }]) => [component, spec.containers[0]?.image]),
    );

  it('reach pods of services, of each job and of the tour', () => {
    expect(
      Object.keys(full().pods)
        .filter((component) => !isService(component))
        .sort(),
    ).toEqual(['after-restore', 'doctor', 'replace-master-key', 'taken-away', 'tour', 'verify']);
  });

  it('start programs that the image has', () => {
    const entrypoint = join(root, 'deploy', 'image', 'entrypoint.mjs');
    const { stderr } = spawnSync(process.execPath, [entrypoint], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const programs = stderr.split(/[\s|]+/);
    for (const [component, { spec }] of Object.entries(full().pods))
      expect([component, programs]).toEqual([component, expect.arrayContaining([spec.containers[0]?.args?.[0]])]);
  });

  it('name the image by its digest, and not by its tag then', () => {
    const digest = `sha256:${'5'.repeat(64)}`;
    for (const image of Object.values(imagesOf('--set-string', `image.digest=${digest},image.tag=7`)))
      expect(image).toBe(`halyard@${digest}`);
    expect(new Set(Object.values(imagesOf('--set-string', 'image.tag=7')))).toEqual(new Set(['halyard:7']));
    expect(template('--set', 'image.digest=latest')).toMatchObject({ status: 1 });
  });

  it("give a service an image of its own, whatever the others' is", () => {
    const digests = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`);
    for (const [release, own, image] of [
      ['tag=0.1.0', 'tag=0.2.0', 'halyard:0.2.0'],
      [`digest=${digests[0]}`, 'tag=0.2.0', 'halyard:0.2.0'],
      [`digest=${digests[0]}`, `digest=${digests[1]}`, `halyard@${digests[1]}`],
    ] as const) {
      const { gateway, ...others } = imagesOf('--set', `image.${release},services.gateway.image.${own}`);
      expect(gateway).toBe(image);
      expect(Object.values(others)).toEqual(
        Object.values(others).map(() => (release === 'tag=0.1.0' ? 'halyard:0.1.0' : `halyard@${digests[0]}`)),
      );
    }
    expect(template('--set', 'defaults.image.tag=1')).toMatchObject({ status: 1 });
  });

  it("give services and jobs the variables of Secrets and ConfigMaps, over those of the chart's own", () => {
    const given = [{ configMapRef: { name: 'flags' } }, { secretRef: { name: 'documents' } }];
    for (const [component, { spec }] of Object.entries(full().pods)) {
      if (component === 'tour') continue;
      const own = isService(component) ? [{ configMapRef: { name: 'pay-halyard' } }] : [];
      expect([component, spec.containers[0]?.envFrom]).toEqual([component, [...own, ...given]]);
      expect(spec.containers[0]?.env).toContainEqual({ name: 'DOCUMENTS_S3_REGION', value: 'eu-central-1' });
    }
  });

  it('place every pod: by priority, affinity, nodes and tolerations', () => {
    const placed = {
      priorityClassName: 'payments',
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [expect.anything()] } },
      nodeSelector: { pool: 'payments' },
      tolerations: [{ key: 'payments', operator: 'Exists' }],
    };
    for (const { spec } of Object.values(full().pods)) expect(spec).toMatchObject(placed);
    const { pods } = chartWith(...valuesOf.full, '--set-json', 'services.auth.tolerations=[{"operator":"Exists"}]');
    expect(pods['auth']?.spec['tolerations']).toEqual([{ operator: 'Exists' }]);
    expect(pods['webhooks']?.spec['tolerations']).toEqual(placed.tolerations);
    for (const { spec } of Object.values(chartWith().pods))
      expect(Object.keys(placed).filter((name) => name in spec)).toEqual([]);
  });

  it('give no pod a variable twice, a token, or variables that Kubernetes makes of the names of Services', () => {
    for (const [component, { spec }] of Object.entries({ ...chartWith().pods, ...full().pods })) {
      expect([component, spec]).toMatchObject([
        component,
        { automountServiceAccountToken: false, enableServiceLinks: false },
      ]);
      const names = (spec.containers[0]?.env ?? []).map(({ name }) => name);
      expect([component, names.filter((name, place) => names.indexOf(name) !== place)]).toEqual([component, []]);
    }
  });

  it('label every pod, and never instead of the labels that find it', () => {
    for (const { metadata } of Object.values(full().pods))
      expect(metadata.labels).toMatchObject({ 'example.com/cost-center': 'payments' });
    const refused = template('--set-json', 'defaults.podLabels={"app.kubernetes.io/component":"x"}');
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('app.kubernetes.io/component') });
  });

  it('mount more volumes in services and jobs, and run more containers beside services alone', () => {
    for (const [component, { spec }] of Object.entries(full().pods)) {
      if (component === 'tour') continue;
      expect(spec.volumes).toContainEqual({ name: 'company', configMap: { name: 'company-authority' } });
      expect(spec.containers[0]?.volumeMounts).toContainEqual(
        expect.objectContaining({ name: 'company', mountPath: '/etc/company' }),
      );
      expect([component, spec.containers.length]).toEqual([component, isService(component) ? 2 : 1]);
    }
  });

  it('annotate the account of the services, and nothing by default', () => {
    const [account] = full().ofKind('ServiceAccount');
    expect(account?.metadata).toHaveProperty('annotations', { 'example.com/role': 'payments' });
    expect(chartWith().ofKind('ServiceAccount')[0]?.metadata).not.toHaveProperty('annotations');
  });

  it('add objects, which are read as templates are', () => {
    const added = full()
      .ofKind('ConfigMap')
      .find(({ metadata }) => metadata.name === 'pay-halyard-of-ours');
    expect(added).toMatchObject({ data: { release: 'pay' } });
  });

  it('narrow and widen where names are resolved, for every pod', () => {
    const dns = (...args: string[]) => Object.values(chartWith(...args).networkPolicies).map(({ egress }) => egress[0]);
    const ports = (...numbers: number[]) =>
      numbers.flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol })));
    for (const rule of dns(...valuesOf.full))
      expect(rule).toEqual({ ports: ports(53, 5353), to: [{ ipBlock: { cidr: '169.254.20.10/32' } }] });
    for (const rule of dns()) expect(rule).toMatchObject({ ports: ports(53), to: [expect.anything()] });
    for (const rule of dns('--set-json', 'networkPolicy.dnsTo=[]')) expect(rule).toEqual({ ports: ports(53) });
  });

  it('narrow and widen who may call the gateway, and nobody else', () => {
    const anywhere = { ipBlock: { cidr: '0.0.0.0/0' } };
    const widened = chartWith('--set-json', `networkPolicy.gatewayFrom=${JSON.stringify([anywhere])}`);
    const callers = (name: string) => JSON.stringify(widened.networkPolicies[name]?.ingress);
    for (const name of serviceNames)
      expect([name, callers(name).includes('0.0.0.0/0')]).toEqual([name, name === 'gateway']);
  });

  it('add rules to the network policy of each service, or of one, and outgoing ones to those of jobs', () => {
    const incoming = { ports: [{ port: 'beside' }] };
    const outgoing = { ports: [{ port: 9000 }], to: [{ ipBlock: { cidr: '10.4.0.0/16' } }] };
    const { tour: _, ...policies } = full().networkPolicies;
    for (const [component, { ingress, egress }] of Object.entries(policies)) {
      expect([component, ingress.at(-1)]).toEqual([component, isService(component) ? incoming : undefined]);
      expect([component, egress.at(-1)]).toEqual([component, outgoing]);
    }
    const one = chartWith('--set-json', `services.customers.extraEgress=${JSON.stringify([outgoing])}`);
    const widened = serviceNames.filter((name) => JSON.stringify(one.networkPolicies[name]).includes('10.4.0.0/16'));
    expect(widened).toEqual(['customers']);
  });

  (hasValidator ? it : it.skip)('render valid manifests for every combination of switches', () => {
    const switches = z.array(z.tuple([z.unknown(), z.unknown()])).parse(yamlOf('tools/test/packages/switches.yaml'));
    const files = switches.map((sides, place) =>
      sides.map((values, side) => {
        const file = join(folder, `${place}-${side}.json`);
        writeFileSync(file, JSON.stringify(values));
        return file;
      }),
    );
    const combinations = files.reduce<string[][]>(
      (all, sides) => all.flatMap((chosen) => sides.map((side) => [...chosen, side])),
      [[]],
    );
    const manifests = mkdtempSync(join(folder, 'manifests-'));
    for (const [index, chosen] of combinations.entries()) {
      const { status, stdout, stderr } = template(...chosen.flatMap((file) => ['--values', file]));
      expect({ chosen, status, stderr }).toEqual({ chosen, status: 0, stderr: '' });
      writeFileSync(join(manifests, `${index}.yaml`), stdout);
    }
    expect(validate(manifests)).toMatchObject({ status: 0 });
    expect(combinations).toHaveLength(2 ** switches.length);
  });
});

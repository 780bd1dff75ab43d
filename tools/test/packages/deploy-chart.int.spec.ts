import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceName, serviceNames, storingServices } from '@halyard/contracts';
import { type Chart, renderedChart } from './chart.ts';
import {
  chartWith,
  hasHelm,
  FOLDER,
  hasValidator,
  KUBERNETES,
  lint,
  skipped,
  template,
  validate,
  valuesOf,
} from './chart-programs.ts';
import { knownSettings } from '../support/known-settings.ts';
import { documentsOf, textOf } from '../support/yaml.ts';

/** A variable of each service that has a database, in alphabetical order. */
const variablesOf = (what: string): string[] =>
  storingServices.map((name) => `${name.toUpperCase().replaceAll('-', '_')}_${what}`).sort();

(hasHelm ? describe : describe.skip)(`the Helm chart${skipped}`, () => {
  describe.each(Object.entries(valuesOf))('with %s values', (name, values) => {
    let text: string;
    let rendered: Chart;
    let folder: string;

    beforeAll(() => {
      const { status, stdout, stderr } = template(...values);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      text = stdout;
      rendered = renderedChart(documentsOf(text));
      folder = mkdtempSync(join(tmpdir(), 'halyard-chart-'));
      const ofKubernetes = text.split(/^---\n/m).filter((document) => !document.includes('monitoring.coreos.com'));
      writeFileSync(join(folder, `${name}.yaml`), ofKubernetes.join('---\n'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('passes helm lint --strict', () => {
      expect(lint(...values)).toMatchObject({ status: 0 });
    });

    (hasValidator ? it : it.skip)(`renders manifests that are valid by the schemas of Kubernetes ${KUBERNETES}`, () => {
      expect(validate(folder)).toMatchObject({ status: 0 });
    });

    it.each(serviceNames)('has all of %s: how it runs, is found, scales, is spared and is cut off', (service) => {
      const { deployment, networkPolicy, budget, address, autoscaler } = rendered.service(service);
      const { replicas, selector, template: pod } = deployment.spec;
      for (const { matchLabels } of [selector, networkPolicy.spec.podSelector, budget.spec.selector]) {
        expect(pod.metadata.labels).toMatchObject(matchLabels);
        expect(matchLabels).toHaveProperty(['app.kubernetes.io/component'], service);
      }
      expect(address.spec.selector).toEqual(selector.matchLabels);
      expect(address.spec.clusterIP).toBe(service === 'gateway' ? undefined : 'None');
      expect(networkPolicy.spec.policyTypes).toEqual(['Ingress', 'Egress']);
      // Either a fixed number or an autoscaler: together they would fight at every upgrade.
      expect(autoscaler === undefined).toBe(replicas !== undefined);
      if (autoscaler) expect(autoscaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
      // A pod that never gets ready would hold up the draining of its node.
      expect(budget.spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
      // The pods of one version are spread: those that an update replaces say nothing about it.
      expect(pod.spec.topologySpreadConstraints).toEqual(
        ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
          topologyKey,
          labelSelector: selector,
          matchLabelKeys: ['pod-template-hash'],
        })),
      );
    });

    it.each(serviceNames)('runs %s without rights, probed on its metrics port, and waits for it to end', (service) => {
      const { spec } = rendered.service(service).deployment.spec.template;
      const [container] = spec.containers;
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(container?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container?.args).toEqual([service]);
      expect(container?.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'metrics' });
      expect(container?.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'metrics' });
      expect(container?.startupProbe.httpGet).toEqual({ path: '/health/live', port: 'metrics' });
      expect(container?.ports).toContainEqual({ name: 'metrics', containerPort: 9464 });
      expect(container?.resources.limits).toHaveProperty('memory');
      const writable = container.volumeMounts.filter(({ readOnly }) => !readOnly).map(({ mountPath }) => mountPath);
      // The log-in writes letters of the sandbox below DATA_DIR, customers documents on their way to an S3 server.
      expect(writable).toEqual(['/tmp', '/data']);
      const drainSeconds = Number(rendered.settings['DRAIN_TIMEOUT_MS']) / 1_000;
      const preStopSeconds = container?.lifecycle.preStop.sleep.seconds ?? Number.NaN;
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(preStopSeconds + drainSeconds);
    });

    it('takes every secret from a Secret, and holds none', () => {
      expect(text).not.toMatch(/^kind: Secret$/m);
      const variables = serviceNames.flatMap((service) => rendered.variablesOf(service));
      const secret = variables.filter(({ name }) =>
        /(PASSWORD|USERNAME|_KEY|(DATABASE|EVENTSTORE|ADMIN)_URL)$/.test(name),
      );
      expect(secret.length).toBeGreaterThan(0);
      for (const { name, valueFrom } of secret)
        expect({ name, valueFrom }).toHaveProperty('valueFrom.secretKeyRef.key');
      expect(text).not.toMatch(/:\/\/[^/\s@:]+:[^/\s@]+@/);
    });

    it('gives each service its own keys, and no other the address of the administrator', () => {
      for (const service of serviceNames) {
        const { volumes } = rendered.service(service).deployment.spec.template.spec;
        const keys = volumes.flatMap((volume) => (volume.name === 'keys' ? (volume.secret?.items ?? []) : []));
        const masters = name === 'full' ? ['master.key', 'master-next.key'] : ['master.key'];
        const shared = service === 'gateway' ? [] : [...masters, 'fingerprint.key'];
        expect(keys.map(({ key }) => key)).toEqual([`identity-${service}.key`, 'service-identities', ...shared]);
        expect(rendered.variablesOf(service).map((variable) => variable.name)).not.toContain('DATABASE_ADMIN_URL');
      }
      expect(rendered.settings).not.toHaveProperty('DATABASE_ADMIN_URL');
    });

    it('sets nothing that no service reads', () => {
      const known = knownSettings();
      const set = [
        ...Object.keys(rendered.settings),
        ...serviceNames.flatMap((service) => rendered.variablesOf(service).map(({ name: variable }) => variable)),
      ];
      expect(set.filter((variable) => !known.has(variable))).toEqual([]);
    });

    it('does the tour on helm test: at the gateway, with an account that it opens as the gateway would', () => {
      const { pod, networkPolicy } = rendered.tour;
      expect(pod.metadata.annotations['helm.sh/hook']).toBe('test');
      const [opener] = pod.spec.initContainers;
      expect(opener?.args).toEqual(['demo']);
      const told = Object.fromEntries((opener?.env ?? []).map(({ name: variable, value }) => [variable, value]));
      const { address } = rendered.service('gateway');
      expect(address.spec.ports[0]?.port).toBe(80);
      expect(told).toMatchObject({
        PUBLIC_BASE_URL: `http://${address.metadata.name}`,
        AUTH_URLS: rendered.settings['AUTH_URLS'],
        TLS: 'off',
      });
      expect(pod.spec.containers.map(({ args }) => args)).toEqual([['tour', '--wait', '--no-webhooks']]);
      const files = pod.spec.volumes.flatMap(({ secret }) => (secret?.items ?? []).map(({ key }) => key));
      expect(files).toEqual(['demo-application.json', 'identity-gateway.key', 'service-identities']);
      const self = { podSelector: networkPolicy?.spec.podSelector };
      expect(self.podSelector?.matchLabels).toHaveProperty(['app.kubernetes.io/component'], 'tour');
      expect(rendered.service('gateway').networkPolicy.spec.ingress).toContainEqual({
        ports: [{ port: 'http' }],
        from: expect.arrayContaining([self]),
      });
    });

    it('finds each service under the name that the others are told', () => {
      for (const service of serviceNames.filter((other) => other !== 'gateway')) {
        const { address } = rendered.service(service);
        const variable = `${service.toUpperCase().replaceAll('-', '_')}_URLS`;
        expect(rendered.settings[variable]).toBe(`http://${address.metadata.name}:${address.spec.ports[0]?.port}`);
      }
    });
  });

  it('makes roles and schemas in a job before everything else, or not at all', () => {
    const provision = chartWith().job('provision');
    expect(provision?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const [container] = provision?.spec.template.spec.containers ?? [];
    expect(container?.args).toEqual(['provision']);
    expect(container?.env.map((variable) => variable.name)).toContain('DATABASE_ADMIN_URL');
    expect(chartWith(...valuesOf.full).job('provision')).toBeUndefined();
  });

  it('replaces the master key in a job behind an upgrade that gives the next one, and only then', () => {
    const jobWith = (...args: string[]) => chartWith(...args).job('replace-master-key');
    expect(jobWith()).toBeUndefined();
    const switched = ['--set', 'keys.replacesMaster=true'];
    for (const [args, identities, urls] of [
      [switched, variablesOf('IDENTITY_KEY_FILE'), ['DATABASE_URL']],
      [[...switched, '--set', 'postgres.provision=false'], [], variablesOf('DATABASE_URL')],
    ] as const) {
      const job = jobWith(...args);
      expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'post-upgrade' });
      const [container] = job?.spec.template.spec.containers ?? [];
      expect(container?.args).toEqual(['replace-master-key']);
      const keys = ['MASTER_KEY_FILE', 'MASTER_KEY_NEXT_FILE', 'FINGERPRINT_KEY_FILE'];
      expect(container?.env.map((variable) => variable.name)).toEqual([...identities, ...keys, ...urls]);
    }
  });

  it('keeps the list of what was taken away where a volume is named, and applies it before the services when told to', () => {
    expect(chartWith().cronJob('taken-away')).toBeUndefined();
    const claim = ['--set', 'recovery.existingClaim=backups'];
    const exporter = chartWith(...claim).cronJob('taken-away');
    expect(exporter?.spec).toMatchObject({ schedule: '* * * * *', concurrencyPolicy: 'Forbid' });
    const [container] = exporter?.spec.jobTemplate.spec.template.spec.containers ?? [];
    expect(container?.args).toEqual(['taken-away', 'export']);
    expect(container?.env).toContainEqual({ name: 'BACKUP_DIR', value: '/backups' });

    expect(chartWith(...claim).job('after-restore')).toBeUndefined();
    const restored = chartWith(...claim, '--set', 'recovery.afterRestore=true').job('after-restore');
    expect(restored?.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '1',
    });
    const variables = restored?.spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name));
    expect(variables).toEqual(
      expect.arrayContaining(['DATABASE_URL', 'EVENTSTORE_URL', 'EVENT_STORE_NAMESPACE', 'BACKUP_DIR']),
    );
    expect(template('--set', 'recovery.afterRestore=true').stderr).toContain('recovery.existingClaim');
  });

  it('gives the job that provisions the key of each role, and administers nothing else', () => {
    const [container] = chartWith().job('provision')?.spec.template.spec.containers ?? [];
    const identities = variablesOf('IDENTITY_KEY_FILE');
    expect(container?.env.map((variable) => variable.name)).toEqual([
      ...identities,
      'MASTER_KEY_FILE',
      'FINGERPRINT_KEY_FILE',
      'DATABASE_ADMIN_URL',
    ]);
  });

  it('replaces the pods when the secrets are said to have changed', () => {
    const annotationsOf = (...args: string[]) =>
      chartWith(...args).service('auth').deployment.spec.template.metadata.annotations;
    const before = annotationsOf();
    const after = annotationsOf('--set-string', 'secretsRevision=2');
    expect(before['checksum/secrets']).toBeDefined();
    expect(after).toEqual({ ...before, 'checksum/secrets': after['checksum/secrets'] });
    expect(after['checksum/secrets']).not.toBe(before['checksum/secrets']);
  });

  it("gives transfers alone the authority of EventStoreDB's certificates, where the connection string names its file", () => {
    const withAuthority = chartWith('--set', 'eventStore.ca.existingSecret=store-authority');
    const mounting = serviceNames.filter((service) => {
      const { spec } = withAuthority.service(service).deployment.spec.template;
      return spec.volumes.some(({ name }) => name === 'eventstore-ca');
    });
    expect(mounting).toEqual(['transfers']);
    const switchedOff = chartWith('--set', 'eventStore.ca.existingSecret=store-authority,eventStore.enabled=false');
    const { volumes } = switchedOff.service('transfers').deployment.spec.template.spec;
    expect(volumes.map(({ name }) => name)).not.toContain('eventstore-ca');
  });

  it('writes numbers with their digits, wherever a setting can stand', () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-chart-'));
    const file = join(folder, 'numbers.yaml');
    const env = { RATE_LIMIT_PER_MINUTE: 1_000_000, LEAD_SECONDS: 1_234_567, SHARE: 0.000_5, LONG: '1e+06', ON: true };
    writeFileSync(
      file,
      JSON.stringify({
        defaults: { env },
        services: { auth: { env: { OWN: 123_456_789_012 }, replicas: { min: 1_000_000, max: 2_000_000 } } },
      }),
    );
    const chart = chartWith('--values', file);
    rmSync(folder, { recursive: true });
    const told = Object.fromEntries(chart.variablesOf('auth').map(({ name, value }) => [name, value]));
    expect(told).toMatchObject({
      RATE_LIMIT_PER_MINUTE: '1000000',
      LEAD_SECONDS: '1234567',
      SHARE: '0.0005',
      LONG: '1e+06',
      ON: 'true',
      OWN: '123456789012',
    });
    expect(template(...valuesOf.full, '--set-json', 'defaults.env={"A":1000000.0}').stdout).not.toMatch(/\d[eE]\+/);
    expect(chart.connections).toBeGreaterThan(20_000_000);
  });

  it('gives releases that share an event store a namespace each', () => {
    const namespaceOf = (...args: string[]) => chartWith(...args).settings['EVENT_STORE_NAMESPACE'];
    expect([namespaceOf(), namespaceOf('--set', 'eventStore.namespace=staging_2')]).toEqual(['halyard', 'staging_2']);
  });

  it('says how many connections Postgres must let in', () => {
    const connections = (...args: string[]) => chartWith(...args).connections;
    expect(connections()).toBe(378);
    expect(connections('--set', 'services.auth.replicas.max=1', '--set', 'postgres.pool=2')).toBe(142);
    expect(connections('--set', 'eventStore.enabled=false')).toBe(408);
    expect(textOf(`${FOLDER}/README.md`)).toContain('378 by default');
  });

  it('tells auth how letters leave, and nobody else the server with its password', () => {
    const chart = chartWith(...valuesOf.full);
    expect(chart.settings).toMatchObject({
      AUTH_URL: 'https://login.example.com',
      CONSOLE_URL: 'https://console.example.com',
      FORWARDED_HOSTS: 'pay.example.com,login.example.com,console.example.com',
      MAIL: 'smtp',
      MAIL_FROM: 'Payments <no-reply@pay.example.com>',
    });
    const reachesServer = { ports: [{ port: 465 }], to: [{ ipBlock: { cidr: '10.3.0.0/16' } }] };
    for (const service of serviceNames) {
      const names = chart.variablesOf(service).map(({ name }) => name);
      expect([service, names.includes('SMTP_URL')]).toEqual([service, service === 'auth']);
      const { egress } = chart.service(service).networkPolicy.spec;
      expect([service, JSON.stringify(egress).includes(JSON.stringify(reachesServer))]).toEqual([
        service,
        service === 'auth',
      ]);
    }
    expect(
      Object.keys(chartWith().settings).filter((name) => /^(?:MAIL|AUTH_URL$|CONSOLE_URL$|SMTP)/.test(name)),
    ).toEqual([]);
    const hosts = template(...valuesOf.full).stdout.match(/^ {4}- host: .*$/gm);
    expect(hosts).toEqual(['pay', 'login', 'console'].map((name) => `    - host: ${name}.example.com`));
  });

  it('says how a PgBouncer in between has to be set up, as its README does', () => {
    const settings = (...args: string[]) => chartWith(...args).pgBouncer.split('\n');
    const byDefault = ['pool_mode = session', 'max_client_conn = 378', 'default_pool_size = 78', ''];
    expect(settings()).toEqual(byDefault);
    expect(settings('--set', 'eventStore.enabled=false')).toContain('default_pool_size = 108');
    expect(settings('--set', 'services.auth.replicas.max=20')).toContain('default_pool_size = 200');
    expect(textOf(`${FOLDER}/README.md`)).toContain(byDefault.join('\n'));
  });

  it('has the metrics of every service scraped, where that is asked for', () => {
    const rendered = chartWith(...valuesOf.full);
    expect(chartWith().monitor).toBeUndefined();
    for (const { address } of serviceNames.map((name) => rendered.service(name))) {
      expect(address.metadata.labels).toMatchObject(rendered.monitor?.spec.selector.matchLabels ?? { asked: 'for' });
      const scraped = address.spec.ports.filter(({ name }) => rendered.monitor?.spec.endpoints[0]?.port === name);
      expect(scraped).toEqual([{ name: 'metrics', port: 9464 }]);
    }
  });

  it('lets webhooks alone out to the internet, and never into private networks', () => {
    const rendered = chartWith();
    const toInternet = serviceNames.filter((service) =>
      JSON.stringify(rendered.service(service).networkPolicy.spec).includes('0.0.0.0/0'),
    );
    expect(toInternet).toEqual(['webhooks']);
    expect(JSON.stringify(rendered.service('webhooks').networkPolicy.spec)).toContain('"10.0.0.0/8"');
  });

  it('lets each service reach the stores that it uses, and the gateway none', () => {
    const rendered = chartWith();
    const stores = { postgres: 5432, kafka: 9092, eventStore: 2113 };
    const reached = (service: ServiceName): string[] => {
      const policy = JSON.stringify(rendered.service(service).networkPolicy.spec);
      return Object.entries(stores).flatMap(([store, port]) => (policy.includes(`"port":${port}`) ? [store] : []));
    };
    const plain = serviceNames.filter((service) => service !== 'gateway' && service !== 'transfers');
    expect(reached('gateway')).toEqual([]);
    expect(reached('transfers')).toEqual(['postgres', 'kafka', 'eventStore']);
    for (const service of plain) expect([service, reached(service)]).toEqual([service, ['postgres', 'kafka']]);
  });

  it.each([
    ['a value that it does not know', 'kafka.brokres=x:1'],
    ['a service that it does not know', 'services.ledger.replicas.min=1'],
    ['a broker without a port', 'kafka.brokers={kafka}'],
    ['a namespace of streams with anything but letters, digits and underscores', 'eventStore.namespace=a-b'],
    ['a user in the URL of the database', 'postgres.url=postgres://admin:x@db/halyard'],
  ])('refuses %s', (_, assignment) => {
    expect(template('--set', assignment)).toMatchObject({ status: 1, stderr: expect.stringContaining('schema') });
  });
});

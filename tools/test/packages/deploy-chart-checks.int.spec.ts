import { describe, expect, it } from '@jest/globals';
import { serviceNames } from '@halyard/contracts';
import { chartWith, hasHelm, skipped, valuesOf } from './chart-programs.ts';

const prefixOf = (service: string): string => `${service.toUpperCase().replaceAll('-', '_')}_`;

(hasHelm ? describe : describe.skip)(`the checks of the Helm chart${skipped}`, () => {
  const checkOf = (name: 'doctor' | 'verify', ...args: readonly string[]) => chartWith(...args).cronJob(name);
  const containerOf = (name: 'doctor' | 'verify', ...args: readonly string[]) =>
    checkOf(name, ...args)?.spec.jobTemplate.spec.template.spec.containers[0];
  const namesOf = (env: readonly { readonly name: string }[] = []): string[] => env.map(({ name }) => name);

  it('run by hand alone until they have a schedule, and not again because of what they found', () => {
    const withScratch = ['--set', 'verify.existingSecret=scratch'];
    for (const name of ['doctor', 'verify'] as const) {
      expect(containerOf(name, ...withScratch)?.args).toEqual([name]);
      const { spec } = checkOf(name, ...withScratch) ?? {};
      expect(spec).toMatchObject({ suspend: true, jobTemplate: { spec: { backoffLimit: 0 } } });
    }
    expect(checkOf('doctor', ...valuesOf.full)?.spec).toMatchObject({ suspend: false, schedule: '0 5 * * *' });
    expect(checkOf('verify', ...valuesOf.full)?.spec).toMatchObject({ suspend: false, schedule: '0 3 * * *' });
    expect(chartWith(...valuesOf.full).cronJob('taken-away')?.spec.suspend).toBe(false);
  });

  it.each(
    Object.entries({ ...valuesOf, withoutProvision: ['--set', 'postgres.provision=false,mail.from=a@b.example'] }),
  )('tell doctor all that any service is told, with %s values', (_, args) => {
    const chart = chartWith(...args);
    const told = new Set(namesOf(containerOf('doctor', ...args)?.env));
    const isOfEach = /^(?:IDENTITY_KEY_FILE|DATABASE_URL)$/;
    const wanted = [
      ...Object.keys(chart.settings),
      ...serviceNames.flatMap((service) =>
        namesOf(chart.variablesOf(service)).map((name) => (isOfEach.test(name) ? prefixOf(service) + name : name)),
      ),
    ];
    expect(wanted.length).toBeGreaterThan(30);
    expect([...new Set(wanted)].filter((name) => !told.has(name))).toEqual([]);
  });

  it('tell doctor the settings, variables, volumes and ways out of single services, each once', () => {
    const services = {
      customers: {
        env: { DOCUMENTS_S3_BUCKET: 'documents', RETRIES: 1_000_000 },
        envFrom: [{ secretRef: { name: 'documents' } }],
        extraEgress: [{ ports: [{ port: 9000 }] }],
        extraVolumes: [{ name: 'authority', secret: { secretName: 'ours' } }],
      },
      webhooks: {
        envFrom: [{ secretRef: { name: 'documents' } }, { configMapRef: { name: 'flags' } }],
        extraEgress: [{ ports: [{ port: 9000 }] }, { ports: [{ port: 8443 }] }],
        extraVolumes: [{ name: 'authority', secret: { secretName: 'other' } }],
        extraVolumeMounts: [{ name: 'authority', mountPath: '/etc/ours' }],
      },
    };
    const chart = chartWith(
      '--set-json',
      `services.customers=${JSON.stringify(services.customers)}`,
      '--set-json',
      `services.webhooks=${JSON.stringify(services.webhooks)}`,
    );
    const [container] = chart.pods['doctor']?.spec.containers ?? [];
    expect(container?.env).toContainEqual({ name: 'DOCUMENTS_S3_BUCKET', value: 'documents' });
    expect(container?.env).toContainEqual({ name: 'RETRIES', value: '1000000' });
    expect(container?.envFrom).toEqual(services.webhooks.envFrom);
    expect(container?.volumeMounts).toContainEqual(services.webhooks.extraVolumeMounts[0]);
    // Two volumes of one name would be refused, and the whole release with them.
    expect(chart.pods['doctor']?.spec.volumes.filter(({ name }) => name === 'authority')).toEqual(
      services.customers.extraVolumes,
    );
    expect(chart.networkPolicies['doctor']?.egress.slice(-2)).toEqual(services.webhooks.extraEgress);
  });

  it('let doctor out to every server, and to the public addresses for their certificates', () => {
    const urls =
      'publicUrl=https://pay.example.com,authUrl=http://login.example.com,consoleUrl=https://console.example.com:8443';
    const { networkPolicies } = chartWith('--set', `${urls},mail.from=a@b.example`);
    const ports = JSON.stringify(networkPolicies['doctor']?.egress).match(/(?<="port":)\d+/g);
    expect(new Set(ports)).toEqual(new Set(['53', '5432', '2113', '9092', '465', '587', '443', '80', '8443']));
    expect(networkPolicies['doctor']?.ingress).toEqual([]);
  });

  it('verify with a database for its tables, as transfers and as nobody else', () => {
    expect(checkOf('verify')).toBeUndefined();
    const secret = ['--set', 'verify.existingSecret=scratch'];
    const scratch = { name: 'VERIFY_DATABASE_URL', valueFrom: { secretKeyRef: { name: 'scratch', key: 'url' } } };
    const provisioned = containerOf('verify', ...secret)?.env;
    expect(provisioned).toContainEqual(scratch);
    expect(namesOf(provisioned).filter((name) => name.includes('IDENTITY'))).toEqual(['TRANSFERS_IDENTITY_KEY_FILE']);
    expect(namesOf(provisioned)).toEqual(
      expect.arrayContaining([
        'MASTER_KEY_FILE',
        'FINGERPRINT_KEY_FILE',
        'DATABASE_URL',
        'EVENTSTORE_URL',
        'EVENT_STORE_NAMESPACE',
      ]),
    );
    const own = containerOf('verify', ...secret, '--set', 'postgres.provision=false')?.env;
    const transfersUrl = { secretKeyRef: { name: 'halyard-postgres', key: 'transfers-url' } };
    expect(own).toContainEqual({ name: 'DATABASE_URL', valueFrom: transfersUrl });
    expect(namesOf(own).filter((name) => name.includes('IDENTITY'))).toEqual([]);
  });
});

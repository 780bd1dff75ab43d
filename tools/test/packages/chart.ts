import type { ServiceName } from '@halyard/contracts';
import { z } from 'zod';

const metadata = z.object({ name: z.string() });
const labels = z.record(z.string(), z.string());
const selector = z.object({ matchLabels: labels });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const variable = z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() });
const container = z.object({
  args: z.array(z.string()),
  securityContext: z.unknown(),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  env: z.array(variable),
  resources: z.object({ limits: z.record(z.string(), z.string()) }),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }),
  volumeMounts: z.array(z.object({ mountPath: z.string(), readOnly: z.boolean().default(false) })),
});
const volume = z.object({
  name: z.string(),
  secret: z.object({ items: z.array(z.object({ key: z.string(), path: z.string() })) }).optional(),
});
const deployment = z.object({
  metadata,
  spec: z.object({
    replicas: z.number().optional(),
    selector,
    template: z.object({
      metadata: z.object({ labels, annotations: labels }),
      spec: z.object({
        securityContext: z.unknown(),
        automountServiceAccountToken: z.boolean(),
        terminationGracePeriodSeconds: z.number(),
        topologySpreadConstraints: z.array(
          z.object({ topologyKey: z.string(), labelSelector: selector, matchLabelKeys: z.array(z.string()) }),
        ),
        containers: z.tuple([container], z.unknown()),
        volumes: z.array(volume),
      }),
    }),
  }),
});
const networkPolicy = z.object({
  spec: z.object({
    podSelector: selector,
    policyTypes: z.array(z.string()),
    ingress: z.array(z.unknown()),
    egress: z.array(z.unknown()),
  }),
});
/** A network policy that lets nobody in. */
const cutOff = z.object({ spec: networkPolicy.shape.spec.omit({ ingress: true }) });
const anyPolicy = z.object({ ingress: z.array(z.unknown()).default([]), egress: z.array(z.unknown()) });
const budget = z.object({ spec: z.object({ selector, unhealthyPodEvictionPolicy: z.string() }) });
const address = z.object({
  metadata: metadata.extend({ labels }),
  spec: z.object({
    clusterIP: z.string().optional(),
    selector: labels,
    ports: z.array(z.object({ name: z.string(), port: z.number() })),
  }),
});
/** The Services that the Prometheus operator scrapes, by label, at ports by name. */
const monitor = z.object({ spec: z.object({ selector, endpoints: z.array(z.object({ port: z.string() })) }) });
const autoscaler = z.object({ spec: z.object({ scaleTargetRef: metadata }) });
const job = z.object({
  metadata: z.object({ annotations: labels }),
  spec: z.object({
    template: z.object({
      spec: z.object({ containers: z.array(container.pick({ args: true, env: true })), volumes: z.array(volume) }),
    }),
  }),
});
const cronJob = z.object({
  spec: z.object({
    schedule: z.string(),
    suspend: z.boolean(),
    concurrencyPolicy: z.string(),
    jobTemplate: z.object({ spec: job.shape.spec.extend({ backoffLimit: z.number() }) }),
  }),
});
const withFiles = container.pick({ args: true }).extend({ env: z.array(variable).default([]) });
const pod = z.object({
  metadata: z.object({ annotations: labels }),
  spec: z.object({ initContainers: z.array(withFiles), containers: z.array(withFiles), volumes: z.array(volume) }),
});
/** The containers of all pods, whatever makes these. */
const anyContainer = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).optional(),
  env: z.array(variable).default([]),
  envFrom: z.array(z.unknown()).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
const anyPod = z.object({
  metadata: z.looseObject({ labels }),
  spec: z.looseObject({ containers: z.array(anyContainer), volumes: z.array(z.looseObject({ name: z.string() })) }),
});
const settings = z.object({
  metadata: z.object({
    annotations: z.object({ 'halyard/postgres-connections': z.string(), 'halyard/pgbouncer': z.string() }),
  }),
  data: labels,
});

type JobName = 'provision' | 'replace-master-key' | 'after-restore';
type CronJobName = 'taken-away' | 'doctor' | 'verify';

/** The manifests of one service. */
interface ServiceManifests {
  readonly deployment: z.infer<typeof deployment>;
  readonly networkPolicy: z.infer<typeof networkPolicy>;
  readonly budget: z.infer<typeof budget>;
  readonly address: z.infer<typeof address>;
  readonly autoscaler: z.infer<typeof autoscaler> | undefined;
}

export interface Chart {
  /** The variables that every service gets. */
  readonly settings: Readonly<Record<string, string>>;
  /** @throws ZodError for manifests that are missing or wrong */
  service(name: ServiceName): ServiceManifests;
  /** Maximum number of connections to Postgres. */
  readonly connections: number;
  /** Settings of a PgBouncer in front of Postgres. */
  readonly pgBouncer: string;
  /** A job beside the services; undefined when the chart does not run it. */
  job(name: JobName): z.infer<typeof job> | undefined;
  /** A job that runs again and again. */
  cronJob(name: CronJobName): z.infer<typeof cronJob> | undefined;
  /** The pod that `helm test` runs. */
  readonly tour: { readonly pod: z.infer<typeof pod>; readonly networkPolicy: z.infer<typeof cutOff> | undefined };
  readonly monitor: z.infer<typeof monitor> | undefined;
  /** The pods of services, jobs and the tour, by their component. */
  readonly pods: Readonly<Record<string, z.infer<typeof anyPod>>>;
  /** The rules of each network policy, by the component that it is of. */
  readonly networkPolicies: Readonly<Record<string, z.infer<typeof anyPolicy>>>;
  /** Manifests of a kind, as they are. */
  ofKind(kind: string): readonly z.infer<typeof manifest>[];
  /** A service's own variables. */
  variablesOf(name: ServiceName): readonly z.infer<typeof variable>[];
}

const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: labels.default({}) }),
});
const withTemplate = z.object({ template: anyPod });
/** The pod that a manifest is or makes. */
function podOf(made: z.infer<typeof manifest>): z.infer<typeof anyPod> {
  if (made.kind === 'Pod') return anyPod.parse(made);
  if (made.kind !== 'CronJob') return withTemplate.parse(made['spec']).template;
  return z.object({ jobTemplate: z.object({ spec: withTemplate }) }).parse(made['spec']).jobTemplate.spec.template;
}
const componentOf = ({ metadata }: z.infer<typeof manifest>): string =>
  metadata.labels['app.kubernetes.io/component'] ?? '';

/** The manifests of a release, by the service that they belong to. */
export function renderedChart(documents: readonly unknown[]): Chart {
  const manifests = documents.map((document) => manifest.parse(document));
  const find = (kind: string, component?: ServiceName | JobName | CronJobName | 'tour'): unknown =>
    manifests.find((each) => each.kind === kind && componentOf(each) === (component ?? ''));
  const ofKind = (kind: string) => manifests.filter((each) => each.kind === kind);
  const service = (name: ServiceName): ServiceManifests => ({
    deployment: deployment.parse(find('Deployment', name)),
    networkPolicy: networkPolicy.parse(find('NetworkPolicy', name)),
    budget: budget.parse(find('PodDisruptionBudget', name)),
    address: address.parse(find('Service', name)),
    autoscaler: autoscaler.optional().parse(find('HorizontalPodAutoscaler', name)),
  });
  const configMap = settings.parse(find('ConfigMap'));
  return {
    settings: configMap.data,
    connections: Number(configMap.metadata.annotations['halyard/postgres-connections']),
    pgBouncer: configMap.metadata.annotations['halyard/pgbouncer'],
    service,
    ofKind,
    pods: Object.fromEntries(
      ['Deployment', 'Job', 'CronJob', 'Pod'].flatMap(ofKind).map((each) => [componentOf(each), podOf(each)]),
    ),
    networkPolicies: Object.fromEntries(
      ofKind('NetworkPolicy').map((each) => [componentOf(each), anyPolicy.parse(each['spec'])]),
    ),
    monitor: monitor.optional().parse(find('ServiceMonitor')),
    job: (name) => job.optional().parse(find('Job', name)),
    cronJob: (name) => cronJob.optional().parse(find('CronJob', name)),
    tour: {
      pod: pod.parse(find('Pod', 'tour')),
      networkPolicy: cutOff.optional().parse(find('NetworkPolicy', 'tour')),
    },
    variablesOf: (name) => service(name).deployment.spec.template.spec.containers[0].env,
  };
}

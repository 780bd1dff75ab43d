{{/* None where both bounds are the same: the deployment then has that number itself. */}}
{{- define "halyard.autoscaler" -}}
{{- if lt (int .values.replicas.min) (int .values.replicas.max) -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "halyard.service.fullname" . }}
  minReplicas: {{ int .values.replicas.min }}
  maxReplicas: {{ int .values.replicas.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ int .values.replicas.cpuPercent }}
{{- end -}}
{{- end -}}

{{- define "halyard.disruption-budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  # A pod that never gets ready does not hold up the draining of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
{{- end -}}

{{/*
Connections to Postgres at most of each service, at its largest: each pod's pool, one for data keys, and one that tells of
changes and by which others know that it lives; of transfers the follower's three besides, and where its streams are in Postgres a writer and four readers.
*/}}
{{- define "halyard.connections-by-service" -}}
{{- range $name, $own := omit .Values.services "gateway" }}
{{- $values := mustMergeOverwrite (deepCopy $.Values.defaults) ($own | default dict) -}}
{{- $pool := int (dig "DATABASE_POOL" $.Values.postgres.pool $values.env) -}}
{{- $more := 2 -}}
{{- if eq $name "transfers" -}}
{{- $more = ternary 5 10 $.Values.eventStore.enabled -}}
{{- end }}
{{ $name }}: {{ mul $values.replicas.max (add $pool $more) }}
{{- end }}
{{- end -}}

{{- define "halyard.connections" -}}
{{- $sum := 0 -}}
{{- range include "halyard.connections-by-service" . | fromYaml -}}
{{- $sum = add $sum . -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{/* Of a PgBouncer in between, which has a pool for each role: every connection of a pod is one to Postgres. */}}
{{- define "halyard.pgbouncer" -}}
{{- $largest := 0 -}}
{{- range include "halyard.connections-by-service" . | fromYaml -}}
{{- $largest = max $largest . -}}
{{- end -}}
pool_mode = session
max_client_conn = {{ include "halyard.connections" . }}
default_pool_size = {{ $largest }}
{{- end -}}

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
  minReplicas: {{ .values.replicas.min }}
  maxReplicas: {{ .values.replicas.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.replicas.cpuPercent }}
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
  selector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
{{- end -}}

{{/*
Connections to Postgres at most, with every service at its largest: each pod's pool, one for data keys, and one that tells of
changes and by which others know that it lives; of transfers the follower's three besides, and where its streams are in Postgres a writer, four readers and a listener.
*/}}
{{- define "halyard.connections" -}}
{{- $sum := 0 -}}
{{- range $name, $own := omit .Values.services "gateway" -}}
{{- $values := mustMergeOverwrite (deepCopy $.Values.defaults) ($own | default dict) -}}
{{- $pool := int (dig "DATABASE_POOL" $.Values.postgres.pool $values.env) -}}
{{- $more := 2 -}}
{{- if eq $name "transfers" -}}
{{- $more = ternary 5 11 $.Values.eventStore.enabled -}}
{{- end -}}
{{- $sum = add $sum (mul $values.replicas.max (add $pool $more)) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

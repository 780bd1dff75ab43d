{{/*
A job of the release beside its services, with the keys that are not a service's own, let out to Postgres alone. Takes
{ root, name: the program, hook: when it runs, deadlineSeconds, env: variables besides the keys }; optional: args of the
program, memory at most, weight among the hooks, claim: the volume of the list of what was taken away, eventStore: whether it is let out
to EventStoreDB, too, egress: more rules of its network policy, values: env, envFrom, volumes and extraEgress in place of those of the
defaults, judges: whether a failure is what it found out, so that it is not run again.
*/}}
{{- define "halyard.database-job" -}}
{{- include "halyard.database-policy" . }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    {{- with .weight }}
    helm.sh/hook-weight: {{ . | quote }}
    {{- end }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  {{- include "halyard.database-job-spec" . | nindent 2 }}
{{- end -}}

{{/* A job that runs again and again, one at a time. Takes what halyard.database-job takes, and schedule; without it, by hand alone. */}}
{{- define "halyard.database-cron-job" -}}
{{- include "halyard.database-policy" . }}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  schedule: {{ .schedule | default "0 0 * * *" | quote }}
  suspend: {{ empty .schedule }}
  concurrencyPolicy: Forbid
  successfulJobsHistoryLimit: 1
  failedJobsHistoryLimit: 3
  jobTemplate:
    spec:
      {{- include "halyard.database-job-spec" . | nindent 6 }}
{{- end -}}

{{- define "halyard.database-policy" -}}
{{- if .root.Values.networkPolicy.enabled }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
  {{- with .hook }}
  annotations:
    helm.sh/hook: {{ . }}
    helm.sh/hook-weight: '-1'
    helm.sh/hook-delete-policy: before-hook-creation
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "halyard.egress-dns" .root.Values.networkPolicy | nindent 4 }}
    {{- include "halyard.egress" .root.Values.networkPolicy.postgres | nindent 4 }}
    {{- if .eventStore }}
    {{- include "halyard.egress" .root.Values.networkPolicy.eventStore | nindent 4 }}
    {{- end }}
    {{- with .egress }}
    {{- . | nindent 4 }}
    {{- end }}
    {{- with (.values | default .root.Values.defaults).extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
---
{{- end }}
{{- end -}}

{{- define "halyard.database-job-spec" -}}
{{- $values := .values | default .root.Values.defaults -}}
backoffLimit: {{ ternary 0 6 (.judges | default false) }}
activeDeadlineSeconds: {{ .deadlineSeconds }}
template:
  metadata:
    labels:
      {{- include "halyard.service.labels" . | nindent 6 }}
      {{- with .root.Values.defaults.podLabels }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
  spec:
    restartPolicy: Never
    automountServiceAccountToken: false
    enableServiceLinks: false
    {{- with include "halyard.placement" .root.Values.defaults }}
    {{- . | nindent 4 }}
    {{- end }}
    {{- with .root.Values.image.pullSecrets }}
    imagePullSecrets:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    securityContext:
      runAsNonRoot: true
      runAsUser: 1000
      runAsGroup: 1000
      fsGroup: 1000
      seccompProfile:
        type: RuntimeDefault
    containers:
      - name: {{ .name }}
        image: {{ include "halyard.image" . }}
        imagePullPolicy: {{ .root.Values.image.pullPolicy }}
        args: {{ prepend (.args | default list) .name | toJson }}
        securityContext:
          allowPrivilegeEscalation: false
          readOnlyRootFilesystem: true
          capabilities:
            drop: [ALL]
        {{- with $values.envFrom }}
        envFrom:
          {{- toYaml . | nindent 10 }}
        {{- end }}
        env:
          {{- include "halyard.key-files" . | trim | nindent 10 }}
          {{- with $values.env }}
          {{- include "halyard.variables" . | trim | nindent 10 }}
          {{- end }}
          {{- with .env }}
          {{- . | nindent 10 }}
          {{- end }}
          {{- if .claim }}
          - name: BACKUP_DIR
            value: /backups
          {{- end }}
        resources:
          requests: { cpu: 100m, memory: 128Mi }
          limits: { memory: {{ .memory | default "256Mi" }} }
        volumeMounts:
          {{- include "halyard.mounts" . | nindent 10 }}
          {{- if .claim }}
          - name: backups
            mountPath: /backups
          {{- end }}
          {{- with $values.extraVolumeMounts }}
          {{- toYaml . | nindent 10 }}
          {{- end }}
    volumes:
      {{- include "halyard.volumes" . | nindent 6 }}
      {{- with .claim }}
      - name: backups
        persistentVolumeClaim:
          claimName: {{ . }}
      {{- end }}
      {{- with $values.extraVolumes }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
{{- end -}}

{{/* Where the databases of all services are. */}}
{{- define "halyard.database-urls" -}}
{{- if .Values.postgres.provision }}
- name: DATABASE_URL
  value: {{ .Values.postgres.url | quote }}
{{- else }}
{{- range $service := keys (omit .Values.services "gateway") | sortAlpha }}
{{- $variable := printf "%s_DATABASE_URL" ($service | upper | replace "-" "_") }}
{{ include "halyard.secret" (dict "variable" $variable "secret" $.Values.postgres.existingSecret "key" (printf "%s-url" $service)) }}
{{- end }}
{{- end }}
{{- end -}}

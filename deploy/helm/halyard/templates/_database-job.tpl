{{/*
A job of the release beside its services, with the keys that are not a service's own, let out to Postgres alone. Takes
{ root, name: the program, hook: when it runs, deadlineSeconds, env: variables besides the keys }; optional: args of the
program, memory at most, weight among the hooks, claim: the volume of the list of what was taken away, eventStore: whether it is let out
to EventStoreDB, too.
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

{{/* A job that runs again and again, one at a time. Takes what halyard.database-job takes, and schedule. */}}
{{- define "halyard.database-cron-job" -}}
{{- include "halyard.database-policy" . }}
apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  schedule: {{ .schedule | quote }}
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
    {{- with .root.Values.defaults.extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
---
{{- end }}
{{- end -}}

{{- define "halyard.database-job-spec" -}}
backoffLimit: 6
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
        {{- with .root.Values.defaults.envFrom }}
        envFrom:
          {{- toYaml . | nindent 10 }}
        {{- end }}
        env:
          {{- include "halyard.key-files" . | trim | nindent 10 }}
          {{- with .root.Values.defaults.env }}
          {{- include "halyard.variables" . | trim | nindent 10 }}
          {{- end }}
          {{- .env | nindent 10 }}
          {{- if .claim }}
          - name: BACKUP_DIR
            value: /backups
          {{- end }}
        resources:
          requests: { cpu: 100m, memory: 128Mi }
          limits: { memory: {{ .memory | default "256Mi" }} }
        volumeMounts:
          - name: keys
            mountPath: /etc/halyard/keys
            readOnly: true
          {{- if .claim }}
          - name: backups
            mountPath: /backups
          {{- end }}
          {{- if and .eventStore .root.Values.eventStore.ca.existingSecret }}
          - name: eventstore-ca
            mountPath: /etc/halyard/eventstore
            readOnly: true
          {{- end }}
          {{- with .root.Values.defaults.extraVolumeMounts }}
          {{- toYaml . | nindent 10 }}
          {{- end }}
    volumes:
      - name: keys
        secret:
          secretName: {{ .root.Values.keys.existingSecret }}
          defaultMode: 0440
          items:
            {{- range include "halyard.keys" . | fromYamlArray }}
            - key: {{ . }}
              path: {{ . }}
            {{- end }}
      {{- with .claim }}
      - name: backups
        persistentVolumeClaim:
          claimName: {{ . }}
      {{- end }}
      {{- if .eventStore }}
      {{- with .root.Values.eventStore.ca.existingSecret }}
      - name: eventstore-ca
        secret:
          secretName: {{ . }}
          defaultMode: 0440
          items: [{ key: ca.pem, path: ca.pem }]
      {{- end }}
      {{- end }}
      {{- with .root.Values.defaults.extraVolumes }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
{{- end -}}

{{/* Where the databases of all services are. */}}
{{- define "halyard.database-urls" -}}
{{- if .Values.postgres.provision }}
- name: DATABASE_URL
  value: {{ .Values.postgres.url | quote }}
{{- else }}
{{- range $service := list "console" "auth" "customers" "funding-sources" "transfers" "webhooks" }}
{{- $variable := printf "%s_DATABASE_URL" ($service | upper | replace "-" "_") }}
{{ include "halyard.secret" (dict "variable" $variable "secret" $.Values.postgres.existingSecret "key" (printf "%s-url" $service)) }}
{{- end }}
{{- end }}
{{- end -}}

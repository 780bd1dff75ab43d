{{/* Everything secret comes from Secrets that exist beside the release: none of it passes through values. */}}

{{- define "halyard.secret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{/* Files of the Secret of keys that a program has, and no others. Takes { root, name } of a service or a job. */}}
{{- define "halyard.keys" -}}
{{- $storing := keys (omit .root.Values.services "gateway") | sortAlpha -}}
{{- if eq .name "doctor" }}{{/* It says which of them do not fit together. */}}
{{- include "halyard.identities" (keys .root.Values.services | sortAlpha) }}
- service-identities
{{- else if hasKey .root.Values.services .name }}
{{- include "halyard.identities" (list .name) }}
- service-identities
{{- else if .root.Values.postgres.provision }}{{/* The passwords of the services' roles follow from them. */}}
{{- include "halyard.identities" (ternary (list "transfers") $storing (eq .name "verify")) }}
{{- end }}
{{- if ne .name "gateway" }}{{/* It keeps nothing. */}}
- master.key
{{- if .root.Values.keys.replacesMaster }}
- master-next.key
{{- end }}
- fingerprint.key
{{- end }}
{{- end -}}

{{- define "halyard.identities" -}}
{{- range . }}
- identity-{{ . }}.key
{{- end }}
{{- end -}}

{{/* Variables of a service that hold secrets, or name the files that do. */}}
{{- define "halyard.secrets" -}}
{{- $values := .root.Values -}}
{{- include "halyard.key-files" . | trim }}
{{- if ne .name "gateway" }}
{{- if not $values.postgres.provision }}
{{ include "halyard.secret" (dict "variable" "DATABASE_URL" "secret" $values.postgres.existingSecret "key" (printf "%s-url" .name)) }}
{{- end }}
{{- include "halyard.kafka-secrets" .root }}
{{- end }}
{{- if eq .name "auth" }}{{ include "halyard.mail-secret" .root }}{{ end }}
{{- if eq .name "transfers" }}{{ include "halyard.event-store-secret" .root }}{{ end }}
{{- end -}}

{{- define "halyard.kafka-secrets" -}}
{{- with .Values.kafka.sasl }}
{{- if .mechanism }}
{{ include "halyard.secret" (dict "variable" "KAFKA_USERNAME" "secret" .existingSecret "key" "username") }}
{{ include "halyard.secret" (dict "variable" "KAFKA_PASSWORD" "secret" .existingSecret "key" "password") }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "halyard.mail-secret" -}}
{{- if .Values.mail.from }}
{{ include "halyard.secret" (dict "variable" "SMTP_URL" "secret" .Values.mail.existingSecret "key" "smtp-url") }}
{{- end }}
{{- end -}}

{{- define "halyard.event-store-secret" -}}
{{- if .Values.eventStore.enabled }}
{{ include "halyard.secret" (dict "variable" "EVENTSTORE_URL" "secret" .Values.eventStore.existingSecret "key" "url") }}
{{- end }}
{{- end -}}

{{- define "halyard.key-files" -}}
{{- $own := printf "identity-%s.key" .name }}
{{- range include "halyard.keys" . | fromYamlArray }}
- name: {{ if eq . $own }}IDENTITY_KEY{{ else if hasPrefix "identity-" . }}{{ . | trimPrefix "identity-" | trimSuffix ".key" | upper | replace "-" "_" }}_IDENTITY_KEY{{ else if eq . "service-identities" }}SERVICE_IDENTITIES{{ else if eq . "master-next.key" }}MASTER_KEY_NEXT{{ else }}{{ trimSuffix ".key" . | upper }}_KEY{{ end }}_FILE
  value: /etc/halyard/keys/{{ . }}
{{- end }}
{{- end -}}

{{/*
Changes when a Secret that a service has does, so that its pods are replaced: the versions that the cluster gives the
Secrets, for what is in them must not show. Where nobody asks the cluster (helm template, GitOps), secretsRevision alone.
*/}}
{{- define "halyard.secrets-version" -}}
{{- $values := .root.Values -}}
{{- $names := list $values.keys.existingSecret -}}
{{- if ne .name "gateway" -}}
{{- if not $values.postgres.provision -}}{{- $names = append $names $values.postgres.existingSecret -}}{{- end -}}
{{- if $values.kafka.sasl.mechanism -}}{{- $names = append $names $values.kafka.sasl.existingSecret -}}{{- end -}}
{{- with $values.kafka.ca.existingSecret -}}{{- $names = append $names . -}}{{- end -}}
{{- end -}}
{{- if and (eq .name "transfers") $values.eventStore.enabled -}}
{{- $names = append $names $values.eventStore.existingSecret -}}
{{- with $values.eventStore.ca.existingSecret -}}{{- $names = append $names . -}}{{- end -}}
{{- end -}}
{{- if and (eq .name "auth") $values.mail.from -}}{{- $names = append $names $values.mail.existingSecret -}}{{- end -}}
{{- range .values.envFrom -}}
{{- with .secretRef }}{{ $names = append $names .name }}{{ end -}}
{{- end -}}
{{- $versions := list $values.secretsRevision -}}
{{- range $names -}}
{{- $versions = append $versions (dig "metadata" "resourceVersion" "" (lookup "v1" "Secret" $.root.Release.Namespace .)) -}}
{{- end -}}
{{- join "," $versions | sha256sum -}}
{{- end -}}

{{/* The Secret with the authority of EventStoreDB's certificates, for the service and the jobs that connect to it. */}}
{{- define "halyard.event-store-ca" -}}
{{- if and (or (eq .name "transfers") .eventStore) .root.Values.eventStore.enabled -}}{{ .root.Values.eventStore.ca.existingSecret }}{{- end -}}
{{- end -}}

{{- define "halyard.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
- name: keys
  mountPath: /etc/halyard/keys
  readOnly: true
{{- if .root.Values.kafka.ca.existingSecret }}
- name: kafka-ca
  mountPath: /etc/halyard/kafka
  readOnly: true
{{- end }}
{{- if include "halyard.event-store-ca" . }}
- name: eventstore-ca
  mountPath: /etc/halyard/eventstore
  readOnly: true
{{- end }}
{{- end -}}

{{- define "halyard.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
# Letters of the sandbox, and documents on their way to an S3 server.
- name: data
  emptyDir:
    sizeLimit: 1Gi
- name: keys
  secret:
    secretName: {{ .root.Values.keys.existingSecret }}
    defaultMode: 0440
    items:
      {{- range include "halyard.keys" . | fromYamlArray }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- with .root.Values.kafka.ca.existingSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0440
    items: [{ key: ca.pem, path: ca.pem }]
{{- end }}
{{- with include "halyard.event-store-ca" . }}
- name: eventstore-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0440
    items: [{ key: ca.pem, path: ca.pem }]
{{- end }}
{{- end -}}

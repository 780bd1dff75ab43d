{{/* Everything secret comes from Secrets that exist beside the release: none of it passes through values. */}}

{{- define "halyard.secret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end -}}

{{/* Variables of a service that hold secrets, or name the files that do. */}}
{{- define "halyard.secrets" -}}
{{- $values := .root.Values -}}
- name: IDENTITY_KEY_FILE
  value: /etc/halyard/keys/identity-{{ .name }}.key
- name: SERVICE_IDENTITIES_FILE
  value: /etc/halyard/keys/service-identities
{{- if ne .name "gateway" }}{{/* It keeps nothing. */}}
{{- range list "master" "fingerprint" }}
- name: {{ upper . }}_KEY_FILE
  value: /etc/halyard/keys/{{ . }}.key
{{- end }}
{{- end }}
{{- if eq .name "gateway" }}
{{- else if $values.postgres.provision }}
{{ include "halyard.secret" (dict "variable" "DATABASE_ADMIN_URL" "secret" $values.postgres.existingSecret "key" "admin-url") }}
{{- else }}
{{ include "halyard.secret" (dict "variable" "DATABASE_URL" "secret" $values.postgres.existingSecret "key" (printf "%s-url" .name)) }}
{{- end }}
{{- with $values.kafka.sasl }}
{{- if and .mechanism (ne $.name "gateway") }}
{{ include "halyard.secret" (dict "variable" "KAFKA_USERNAME" "secret" .existingSecret "key" "username") }}
{{ include "halyard.secret" (dict "variable" "KAFKA_PASSWORD" "secret" .existingSecret "key" "password") }}
{{- end }}
{{- end }}
{{- if and (eq .name "transfers") $values.eventStore.enabled }}
{{ include "halyard.secret" (dict "variable" "EVENTSTORE_URL" "secret" $values.eventStore.existingSecret "key" "url") }}
{{- end }}
{{- end -}}

{{- define "halyard.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: keys
  mountPath: /etc/halyard/keys
  readOnly: true
{{- if .Values.kafka.ca.existingSecret }}
- name: kafka-ca
  mountPath: /etc/halyard/kafka
  readOnly: true
{{- end }}
{{- end -}}

{{- define "halyard.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
- name: keys
  secret:
    secretName: {{ .Values.keys.existingSecret }}
    defaultMode: 0440
{{- with .Values.kafka.ca.existingSecret }}
- name: kafka-ca
  secret:
    secretName: {{ . }}
    defaultMode: 0440
    items: [{ key: ca.pem, path: ca.pem }]
{{- end }}
{{- end -}}

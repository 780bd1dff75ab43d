{{/* The settings that are no secret, as environment variables. Every service gets all of them and reads its own. */}}
{{- define "halyard.settings" -}}
{{- $fullname := include "halyard.fullname" . -}}
ENVIRONMENT: {{ .Values.environment }}
LOG_LEVEL: {{ .Values.logLevel }}
DRAIN_TIMEOUT_MS: {{ mul 1000 .Values.drainSeconds | quote }}
{{- if .Values.postgres.provision }}
# Without a user: each service has a role of its own.
DATABASE_URL: {{ .Values.postgres.url }}
{{- end }}
DATABASE_POOL: {{ int .Values.postgres.pool | quote }}
{{- with .Values.otlpEndpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . }}
{{- end }}
# The ingress ends TLS.
TLS: 'off'
{{- with .Values.trustedProxies }}
TRUSTED_PROXIES: {{ join "," . }}
FORWARDED_HOSTS: {{ (urlParse $.Values.publicUrl).host }}{{ range uniq (compact (list $.Values.authUrl $.Values.consoleUrl)) }},{{ (urlParse .).host }}{{ end }}
{{- end }}
PUBLIC_BASE_URL: {{ .Values.publicUrl }}
{{- with .Values.authUrl }}
AUTH_URL: {{ . }}
{{- end }}
{{- with .Values.consoleUrl }}
CONSOLE_URL: {{ . }}
{{- end }}
{{- with .Values.mail.from }}
MAIL: smtp
MAIL_FROM: {{ . | quote }}
{{- end }}
EVENT_STORE_NAMESPACE: {{ .Values.eventStore.namespace | quote }}
KAFKA_BROKERS: {{ join "," .Values.kafka.brokers }}
{{- with .Values.kafka.topicPrefix }}
KAFKA_TOPIC_PREFIX: {{ . | quote }}
{{- end }}
KAFKA_PARTITIONS: {{ int .Values.kafka.partitions | quote }}
KAFKA_REPLICATION: {{ int .Values.kafka.replication | quote }}
KAFKA_TLS: {{ ternary "on" "off" .Values.kafka.tls | quote }}
{{- if .Values.kafka.ca.existingSecret }}
KAFKA_CA_FILE: /etc/halyard/kafka/ca.pem
{{- end }}
{{- with .Values.kafka.sasl.mechanism }}
KAFKA_SASL_MECHANISM: {{ . }}
{{- end }}
# Names without an address of their own: they resolve to every pod that is ready.
{{- range $name, $_ := omit .Values.services "gateway" }}
{{ upper $name | replace "-" "_" }}_URLS: http://{{ $fullname }}-{{ $name }}:4000
{{- end }}
{{- end -}}

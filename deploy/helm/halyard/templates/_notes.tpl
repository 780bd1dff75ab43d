{{- define "halyard.notes" -}}
Halyard {{ .Chart.AppVersion }} ({{ .Values.environment }}) as {{ include "halyard.fullname" . }}: {{ keys .Values.services | sortAlpha | join ", " }}.

Clients reach it at {{ .Values.publicUrl }}{{ if not .Values.ingress.enabled }}, once something that ends TLS forwards to
Service {{ include "halyard.fullname" . }}-gateway, port 80{{ end }}.
{{- if not .Values.trustedProxies }}

trustedProxies is empty: the gateway believes nobody's X-Forwarded-* headers, and takes every client for the proxy.
{{- end }}

Secrets that must exist in namespace {{ .Release.Namespace }}:
  {{ .Values.keys.existingSecret }}: master.key, fingerprint.key, service-identities
    {{- range keys .Values.services | sortAlpha }}, identity-{{ . }}.key{{ end }}
    {{- if .Values.keys.replacesMaster }}, master-next.key{{ end }}
  {{ .Values.postgres.existingSecret }}: {{ if .Values.postgres.provision }}admin-url{{ else }}{{ range $index, $service := keys (omit .Values.services "gateway") | sortAlpha }}{{ if $index }}, {{ end }}{{ $service }}-url{{ end }}{{ end }}
  {{ .Values.tour.existingSecret }}: demo-application.json, for helm test
{{- with .Values.verify.existingSecret }}
  {{ . }}: url
{{- end }}
{{- if .Values.mail.from }}
  {{ .Values.mail.existingSecret }}: smtp-url
{{- end }}
{{- if .Values.kafka.sasl.mechanism }}
  {{ .Values.kafka.sasl.existingSecret }}: username, password
{{- end }}
{{- with .Values.kafka.ca.existingSecret }}
  {{ . }}: ca.pem
{{- end }}
{{- if .Values.eventStore.enabled }}
  {{ .Values.eventStore.existingSecret }}: url
{{- with .Values.eventStore.ca.existingSecret }}
  {{ . }}: ca.pem
{{- end }}
{{- end }}
{{- if .Values.ingress.enabled }}
  {{ .Values.ingress.tls.existingSecret }}: tls.crt, tls.key
{{- end }}

Postgres must let in {{ include "halyard.connections" . }} connections: every pod's, with every service at its largest.
A PgBouncer in between has at least:
{{ include "halyard.pgbouncer" . | indent 2 }}

Ask what is wrong, at any time:
  kubectl --namespace {{ .Release.Namespace }} create job doctor-1 --from=cronjob/{{ include "halyard.fullname" . }}-doctor
  kubectl --namespace {{ .Release.Namespace }} logs --follow job/doctor-1

Watch it come up:
  kubectl --namespace {{ .Release.Namespace }} get pods --selector app.kubernetes.io/instance={{ .Release.Name }} --watch
{{- end -}}

{{- define "halyard.network-policy" -}}
{{- $policy := .root.Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
  # Naming both denies whatever the rules do not allow.
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ port: http }]
      from:
        {{- if eq .name "gateway" }}
        {{- toYaml $policy.gatewayFrom | nindent 8 }}
        - podSelector:
            matchLabels:
              {{- include "halyard.service.selector" (dict "root" .root "name" "tour") | nindent 14 }}
        {{- else }}
        - podSelector:
            matchLabels:
              {{- include "halyard.selector" .root | nindent 14 }}
        {{- end }}
    {{- with $policy.metricsFrom }}
    - ports: [{ port: metrics }]
      from:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- with .values.extraIngress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  egress:
    {{- include "halyard.egress-dns" $policy | nindent 4 }}
    - ports: [{ port: 4000 }]
      to:
        - podSelector:
            matchLabels:
              {{- include "halyard.selector" .root | nindent 14 }}
    {{- if ne .name "gateway" }}
    {{- include "halyard.egress" $policy.postgres | nindent 4 }}
    {{- include "halyard.egress" (dict "ports" (include "halyard.kafka-ports" .root | fromYamlArray) "to" $policy.kafka.to) | nindent 4 }}
    {{- end }}
    {{- if and (eq .name "transfers") .root.Values.eventStore.enabled }}
    {{- include "halyard.egress" $policy.eventStore | nindent 4 }}
    {{- end }}
    {{- if and (eq .name "auth") .root.Values.mail.from }}
    {{- include "halyard.egress" $policy.mail | nindent 4 }}
    {{- end }}
    {{- if .root.Values.otlpEndpoint }}
    {{- include "halyard.egress" $policy.otlp | nindent 4 }}
    {{- end }}
    {{- if eq .name "webhooks" }}
    # Subscribers, on any port of the public internet: a second wall behind the service's own check of addresses.
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except:
              {{- toYaml $policy.webhooks.notTo | nindent 14 }}
        - ipBlock:
            cidr: 2000::/3
    {{- end }}
    {{- with .values.extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* Takes { ports, to }; without peers, anywhere on these ports. */}}
{{- define "halyard.egress" -}}
- ports:
    {{- range .ports }}
    - port: {{ int . }}
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "halyard.egress-dns" -}}
- ports:
    {{- range .dnsPorts }}
    - { port: {{ int . }}, protocol: UDP }
    - { port: {{ int . }}, protocol: TCP }
    {{- end }}
  {{- with .dnsTo }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "halyard.kafka-ports" -}}
{{- $ports := list -}}
{{- range .Values.kafka.brokers -}}
{{- $ports = append $ports (regexFind "[0-9]+$" . | int) -}}
{{- end -}}
{{- uniq $ports | toYaml -}}
{{- end -}}

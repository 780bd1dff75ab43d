{{- define "halyard.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What tells this release's pods from all others; never changes, for selectors can't. */}}
{{- define "halyard.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "halyard.labels" -}}
{{ include "halyard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/*
The image of a program. Takes { root }; optional: image, a service's own { tag, digest }, which count instead of the release's.
*/}}
{{- define "halyard.image" -}}
{{- $release := .root.Values.image -}}
{{- $own := .image | default dict -}}
{{- $version := ternary $own $release (not (empty (or $own.tag $own.digest))) -}}
{{- if $version.digest -}}
{{ $release.repository }}@{{ $version.digest }}
{{- else -}}
{{ $release.repository }}:{{ $version.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* Where pods run, and before which others. Takes the values of a service, or the defaults. */}}
{{- define "halyard.placement" -}}
{{- $set := dict -}}
{{- range $name := list "priorityClassName" "affinity" "nodeSelector" "tolerations" -}}
{{- with get $ $name }}{{ $_ := set $set $name . }}{{ end -}}
{{- end -}}
{{- if $set }}{{ toYaml $set }}{{ end -}}
{{- end -}}

{{/* The variables of a map, with their values. */}}
{{- define "halyard.variables" -}}
{{- range $variable, $value := . }}
- name: {{ $variable }}
  value: {{ include "halyard.text" $value }}
{{- end }}
{{- end -}}

{{/*
The text of a variable. Helm reads each number of a file of values as a float, which a template by itself writes as 1e+06;
JSON has its digits.
*/}}
{{- define "halyard.text" -}}
{{- if kindIs "string" . }}{{ . | quote }}{{ else }}{{ . | toJson | quote }}{{ end -}}
{{- end -}}

{{/* The following take a service: see "halyard.each". */}}
{{- define "halyard.service.fullname" -}}
{{ include "halyard.fullname" .root }}-{{ .name }}
{{- end -}}

{{- define "halyard.service.selector" -}}
{{ include "halyard.selector" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "halyard.service.labels" -}}
{{ include "halyard.labels" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{/* The port that a service is called on, by name and by number. The gateway leaves TLS to the ingress. */}}
{{- define "halyard.service.port" -}}
{{- if eq .name "gateway" }}8080{{ else }}4000{{ end -}}
{{- end -}}

{{/*
Renders a template once for every service, as a document of its own. Takes (list $ "template"); the template gets
{ root, name, values }, the values being the service's own on top of the defaults.
*/}}
{{- define "halyard.each" -}}
{{- $root := index . 0 -}}
{{- $template := index . 1 -}}
{{- range $name, $own := $root.Values.services }}
---
{{ include $template (dict "root" $root "name" $name "values" (mustMergeOverwrite (deepCopy $root.Values.defaults) ($own | default dict))) }}
{{- end }}
{{- end -}}

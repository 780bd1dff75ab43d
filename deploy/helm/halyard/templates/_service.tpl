{{- define "halyard.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  {{- if ne .name "gateway" }}
  # Callers choose among the pods themselves, by the stream that a request is about.
  clusterIP: None
  {{- end }}
  selector:
    {{- include "halyard.service.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ if eq .name "gateway" }}80{{ else }}{{ include "halyard.service.port" . }}{{ end }}
      targetPort: http
    - name: metrics
      port: 9464
      targetPort: metrics
{{- end -}}

{{/*
A job of the release beside its services, with the keys that are not a service's own, let out to Postgres alone. Takes
{ root, name: the program, hook: when it runs, deadlineSeconds, env: variables besides the keys }.
*/}}
{{- define "halyard.database-job" -}}
{{- $name := include "halyard.service.fullname" . -}}
{{- if .root.Values.networkPolicy.enabled }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $name }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    helm.sh/hook-weight: '-1'
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  podSelector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "halyard.egress-dns" .root.Values.networkPolicy | nindent 4 }}
    {{- include "halyard.egress" .root.Values.networkPolicy.postgres | nindent 4 }}
---
{{- end }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ $name }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 6
  activeDeadlineSeconds: {{ .deadlineSeconds }}
  template:
    metadata:
      labels:
        {{- include "halyard.service.labels" . | nindent 8 }}
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
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
          image: {{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .name }}]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          env:
            {{- include "halyard.key-files" . | trim | nindent 12 }}
            {{- .env | nindent 12 }}
          resources:
            requests: { cpu: 100m, memory: 128Mi }
            limits: { memory: 256Mi }
          volumeMounts:
            - name: keys
              mountPath: /etc/halyard/keys
              readOnly: true
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
{{- end -}}

{{- define "halyard.deployment" -}}
{{- $preStopSeconds := 5 -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "halyard.service.fullname" . }}
  labels:
    {{- include "halyard.service.labels" . | nindent 4 }}
spec:
  {{- if ge (int .values.replicas.min) (int .values.replicas.max) }}
  replicas: {{ int .values.replicas.min }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "halyard.service.selector" . | nindent 6 }}
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        {{- include "halyard.service.labels" . | nindent 8 }}
        {{- with .values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/settings: {{ include "halyard.settings" .root | sha256sum }}
        checksum/secrets: {{ include "halyard.secrets-version" . }}
        {{- with .values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "halyard.fullname" .root }}
      automountServiceAccountToken: false
      # A Service beside this one that is called metrics would make METRICS_PORT of it.
      enableServiceLinks: false
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        # Mounted secrets are readable for this group.
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      # The sleep, the requests in flight, and as long again and more for consumers and connections.
      terminationGracePeriodSeconds: {{ add $preStopSeconds (mul 2 .root.Values.drainSeconds) 10 }}
      topologySpreadConstraints:
        {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - topologyKey: {{ . }}
          maxSkew: 1
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "halyard.service.selector" $ | nindent 14 }}
          # Pods that an update replaces do not count.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "halyard.image" (dict "root" .root "image" .values.image) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: [{{ .name }}]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          ports:
            - name: http
              containerPort: {{ include "halyard.service.port" . }}
            - name: metrics
              containerPort: 9464
          envFrom:
            - configMapRef:
                name: {{ include "halyard.fullname" .root }}
            {{- with .values.envFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          env:
            {{- include "halyard.secrets" . | trim | nindent 12 }}
            {{- with .values.env }}
            {{- include "halyard.variables" . | trim | nindent 12 }}
            {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          startupProbe:
            httpGet: { path: /health/live, port: metrics }
            periodSeconds: 1
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          readinessProbe:
            httpGet: { path: /health/ready, port: metrics }
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          lifecycle:
            preStop:
              # Callers need a moment to hear that this pod is leaving.
              sleep:
                seconds: {{ $preStopSeconds }}
          volumeMounts:
            {{- include "halyard.mounts" . | nindent 12 }}
            {{- with .values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
        {{- with .values.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      volumes:
        {{- include "halyard.volumes" . | nindent 8 }}
        {{- with .values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with include "halyard.placement" .values }}
      {{- . | nindent 6 }}
      {{- end }}
{{- end -}}

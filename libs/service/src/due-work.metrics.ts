import type { DueWork } from '@halyard/background';
import type { ServiceName } from '@halyard/contracts';
import { type Logger, type Metrics, orWarn } from '@halyard/observability';

export function measureDueWork(metrics: Metrics, dueWork: DueWork, service: ServiceName, logger: Logger): void {
  metrics.gauge(
    {
      name: 'due_work_overdue_seconds',
      help: 'How long the due work has waited beyond its moment that was due longest; 0 if none is due',
      labels: ['service'],
    },
    orWarn(logger, 'the due work', async (gauge) => gauge.set({ service }, (await dueWork.overdueMs()) / 1_000)),
  );
}

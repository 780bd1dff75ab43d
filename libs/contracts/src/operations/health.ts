import { z } from 'zod';
import { serviceNames } from '../kernel/callers/services.js';
import { EXAMPLE_ADDRESS, created } from '../kernel/rows/example.js';
import { text } from '../kernel/rows/field-contents.js';
import { defineResource } from '../kernel/rows/resource.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { routesOf } from '../kernel/rows/route.js';
import { time } from '../kernel/rows/schemas.js';
import { checkStatuses, healthCheckNames } from './health-checks.js';

const status = z.enum(checkStatuses);

const check = z.object({
  name: z.enum(healthCheckNames),
  service: z.enum(serviceNames).optional(),
  status,
  since: time.optional().describe('Absent if nobody knows since when.'),
  message: text('kept'),
  help: text('kept').describe('The address of the page that says what to do.'),
});

export const healthResources = {
  'installation-health': defineResource({
    attributes: z.object({
      status: status.describe('The worst of the checks.'),
      checks: z.array(check).readonly().describe('The worst first.'),
    }),
    links: {},
    example: {
      attributes: {
        status: 'warning',
        checks: [
          {
            name: 'keys-parked',
            service: 'webhooks',
            status: 'warning',
            since: created,
            message: 'The messages of 2 resources wait for an operator.',
            help: `${EXAMPLE_ADDRESS}/docs/how-to/replay-parked-messages/`,
          },
        ],
      },
    },
  }),
};

const { resource } = answersOf(healthResources);

export const healthRoutes = {
  getInstallationHealth: routesOf('gateway', 'operator').get('/operations/health', {
    description:
      'Returns what is wrong with the installation now. Each service is asked, and one that does not answer is a check that fails.',
    answers: [resource('installation-health')],
  }),
};

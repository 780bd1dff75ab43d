import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { webhooksService } from './webhooks.module.js';

await runServiceProcess(webhooksService);

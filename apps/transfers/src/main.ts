import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { transfersService } from './transfers.module.js';

await runServiceProcess(transfersService);

import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { consoleService } from './console.module.js';

await runServiceProcess(consoleService);

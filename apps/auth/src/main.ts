import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { authService } from './auth.module.js';

await runServiceProcess(authService);

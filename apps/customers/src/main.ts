import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { customersService } from './customers.module.js';

await runServiceProcess(customersService);

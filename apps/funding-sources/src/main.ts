import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { fundingSourcesService } from './funding-sources.module.js';

await runServiceProcess(fundingSourcesService);

import 'reflect-metadata';
import { runServiceProcess } from '@halyard/service';
import { createGatewayEdge } from './edge/gateway-edge.js';
import { gatewayService } from './gateway.module.js';

await runServiceProcess(gatewayService, createGatewayEdge);

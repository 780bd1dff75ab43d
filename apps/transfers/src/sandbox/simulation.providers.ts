import { FrozenSteps } from './frozen-steps.rows.js';
import { SimulateBankProcessingController } from './simulate-bank-processing/simulate-bank-processing.controller.js';
import { SimulateBankProcessingHandler } from './simulate-bank-processing/simulate-bank-processing.handler.js';
import { SimulateTransferController } from './simulate-transfer/simulate-transfer.controller.js';
import { SimulateTransferHandler } from './simulate-transfer/simulate-transfer.handler.js';
import { SimulatedTransfersController } from './simulated-transfers/simulated-transfers.controller.js';
import { ListSimulatedTransfersHandler } from './simulated-transfers/simulated-transfers.query.js';
import { Simulation } from './simulation.js';

export const simulationControllers = [
  SimulateBankProcessingController,
  SimulateTransferController,
  SimulatedTransfersController,
];

export const simulationProviders = [
  FrozenSteps,
  ListSimulatedTransfersHandler,
  SimulateBankProcessingHandler,
  SimulateTransferHandler,
  Simulation,
];

import { CorrectionsController } from './corrections.controller.js';

export const correctionControllers = [CorrectionsController];

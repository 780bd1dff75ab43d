import { BankBehaviors } from './bank-behaviors.js';
import { BankNumbers } from './bank-numbers.js';
import { BankBehaviorController } from './behavior-details/bank-behavior.controller.js';
import { BanksDownController } from './behavior-details/banks-down.controller.js';
import { ChangeBankBehaviorController } from './change-bank-behavior/change-bank-behavior.controller.js';
import { ChangeBankBehaviorHandler } from './change-bank-behavior/change-bank-behavior.handler.js';
import { EntryDraws } from './entry-draws.js';
import { Outages } from './outages.js';

export const bankBehaviorControllers = [BankBehaviorController, BanksDownController, ChangeBankBehaviorController];

export const bankBehaviorProviders = [BankBehaviors, BankNumbers, ChangeBankBehaviorHandler, EntryDraws, Outages];

export { prepareProbe, ProbeController, ProbeModule, probeOperation } from './behaviour-service.js';
export { ExchangeProbeController, probeRoutes, Source } from './exchange/exchange-probe.js';

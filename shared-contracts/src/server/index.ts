/** Parts of both servers, the API and the gateway. They run on Node only. */
export { areProxies, clientNetwork, isLoopback } from './client-network.ts';
export { escapeHtml } from './escape-html.ts';
export { isSender, isSmtpServer } from './mail-address.ts';
export { allowedMs, watchRate, type MinimumRate } from './minimum-rate.ts';
export { TransferSlots, type SlotLimits } from './transfer-slots.ts';

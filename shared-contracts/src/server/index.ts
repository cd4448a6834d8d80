/** Parts of the servers: the API, the gateway and the release service. They run on Node only. */
export { areProxies, clientNetwork, isLoopback } from './client-network.ts';
export { escapeHtml } from './escape-html.ts';
export { isSender, isSmtpServer } from './mail-address.ts';
export { watchRate, type MinimumRate } from './minimum-rate.ts';
export { securityHeaders, unreadableAnswer } from './security-headers.ts';
export {
  isLoopbackHost,
  isPublicOrigin,
  isUserId,
  placeholderProblems,
  PUBLIC_ORIGIN_FORMAT,
} from './settings.ts';
export { TransferSlots, type SlotLimits } from './transfer-slots.ts';

/** Parts of the servers: the API, the gateway and the release service. They run on Node only. */
export { areProxies, clientNetwork, isLoopback } from './client-network.ts';
export { escapeHtml, securityHeaders, unreadableRequestResponse } from './security-headers.ts';
export {
  isLoopbackHost,
  isPublicOrigin,
  isSender,
  isSmtpServer,
  isUserId,
  placeholderProblems,
  PUBLIC_ORIGIN_FORMAT,
} from './settings.ts';
export { TransferSlots, watchRate, type MinimumRate, type SlotLimits } from './transfer-slots.ts';
export { requireNode } from './require-node.ts';

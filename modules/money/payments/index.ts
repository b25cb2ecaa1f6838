export type {
  DisputeFee,
  Lookup,
  PaymentPorts,
  CardVault,
  PaymentProvider,
  ProviderCharge,
  ProviderRefund,
  RefundResult,
  Setup,
  WebhookHeaders,
} from './port.ts'
export { logRefusal } from './log-refusal.ts'
export { forEachProvider, providerOfToken } from './payment-providers.ts'
export { acceptProof, createProofChallenge, verifyProof } from './proof.ts'
export { markWebhookHandled, delayWebhooks, recordWebhook, findUnhandledWebhooks } from './queries-webhooks.ts'
export type { PaymentWarning } from './warnings-port.ts'

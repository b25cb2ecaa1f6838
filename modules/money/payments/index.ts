export type {
  DisputeFee,
  Lookup,
  PaymentPorts,
  CardVault,
  PaymentProvider,
  ProviderCharge,
  ProviderRefund,
  RefundAnswer,
  Setup,
  WebhookHeaders,
} from './port.ts'
export { forEachProvider, providerOfToken } from './payment-providers.ts'
export { acceptProof, createProofChallenge, verifyProof } from './proof.ts'
export { markWebhookHandled, delayWebhooks, recordWebhook, unhandledWebhooks } from './queries-webhooks.ts'

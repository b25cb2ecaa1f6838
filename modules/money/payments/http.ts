import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { paymentsContract } from './contract.ts'
import type { PaymentGateway } from './port.ts'

export const paymentsHandlers: Handlers<typeof paymentsContract, { readonly gateway: PaymentGateway }, Viewer> = {
  'GET /v4/payments/configuration': async ({ app }) => app.gateway.publicConfiguration,
}

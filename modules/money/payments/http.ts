import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { paymentsContract } from './contract.ts'
import type { PaymentPorts } from './port.ts'

export const paymentsHandlers: Handlers<typeof paymentsContract, PaymentPorts, Viewer> = {
  'GET /v4/payments/configuration': async ({ app: { providers }, input }) => {
    if (input.provider === undefined) return providers.first.publicConfiguration
    if (!providers.isConfigured(input.provider)) throw new Problem('not-found', 'not-found')
    return providers.byName(input.provider).publicConfiguration
  },
}

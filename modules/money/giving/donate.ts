import type { Answer, RequestContext } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { composeDonation } from './order/compose-donation.ts'
import type { DonateResult } from './contract-payment.ts'
import type { DonationPayload } from './contract.ts'
import { pay } from './payment/pay.ts'
import { toResponse } from './payment/response.ts'
import type { GivingPorts } from './ports.ts'

/** Pays a donation to one campaign: a one-time donation, or the first of a plan that starts once it is paid. */
export const donate = async (
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  payload: DonationPayload,
): Promise<Answer<DonateResult>> => {
  const donation = await composeDonation(ports, viewer, context, payload)
  return toResponse(ports, await pay(ports, { payer: { kind: 'donor', viewer, context }, payload, donation }))
}

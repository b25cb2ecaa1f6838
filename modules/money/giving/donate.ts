import type { Answer, RequestFacts } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { composeGift } from './compose-gift.ts'
import type { DonateResult, DonationPayload } from './contract.ts'
import { pay } from './payment/pay.ts'
import type { GivingPorts } from './ports.ts'

/** Gives once, to one campaign. */
export const donate = async (
  ports: GivingPorts,
  viewer: Viewer,
  facts: RequestFacts,
  payload: DonationPayload,
): Promise<Answer<DonateResult>> =>
  pay(ports, viewer, facts, { payload, gift: await composeGift(ports, viewer, facts, payload) })

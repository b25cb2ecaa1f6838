import type { Ports } from '#shared/ports.ts'
import type { ReferralStats } from './contract.ts'
import { sumReferrals } from './referral-queries.ts'
import { statsView } from './views.ts'

/**
 * Returns the donations through all links of an account (S1 §3 `referralStats`): the number of distinct donors, and
 * sums after refunds in minor units by currency. Limited to a period (`to` exclusive) or overall.
 */
export const referralStats = async (
  ports: Ports,
  input: { readonly accountId: string; readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<ReferralStats> =>
  statsView(await sumReferrals(ports, { through: { accountId: input.accountId }, from: input.from, to: input.to }))

import type { Ports } from '#shared/ports.ts'
import type { ReferralStats } from './contract.ts'
import { countedSums } from './queries-counted.ts'
import { statsView } from './views.ts'

/**
 * What came through all links of an account (S1 §3 `referralStats`): `count` donors, each once however often they gave,
 * and what is left of their gifts in minor units, a currency each. Of gifts given in a span of time, `to` not included;
 * without one, of all.
 */
export const referralStats = async (
  ports: Ports,
  of: { readonly accountId: string; readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<ReferralStats> =>
  statsView(await countedSums(ports, { through: { accountId: of.accountId }, from: of.from, to: of.to }))

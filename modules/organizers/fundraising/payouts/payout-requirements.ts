import {
  listBankDetails,
  listMembers,
  hasBlockingMatch,
  findOrganizationForStaff,
} from '#modules/causes/organizations/index.ts'
import { activeEntry } from '#modules/causes/organizations/rules/bank-details.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { accountsWithSecondFactor } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import type { FundraisingPorts } from '../ports.ts'

/**
 * Returns what a charity lacks for payouts in a currency, by field (payments-25): its verification, approved bank
 * details in this currency, an owner with two-factor authentication, and no open match of name screening.
 */
export async function payoutRequirements(
  ports: FundraisingPorts,
  input: { readonly organizationId: bigint; readonly currency: Currency },
): Promise<Record<string, Fault>> {
  if (ports.payouts === 'none') return { payouts: { code: 'payouts-unavailable' } }
  const { db } = ports
  const now = ports.clock()
  const [charity, all, members, isMatched] = await Promise.all([
    findOrganizationForStaff(db, input.organizationId),
    listBankDetails(db, input.organizationId),
    listMembers(db, input.organizationId),
    hasBlockingMatch(db, input.organizationId),
  ])
  const owners = members.filter(({ role }) => role === 'owner').map(({ accountId }) => accountId)
  const proved = await accountsWithSecondFactor(db, owners)
  const entries = all.filter(({ currency }) => currency === input.currency)
  const waiting = entries.find(
    ({ state, activeFrom }) => state === 'approved' && activeFrom !== null && activeFrom > now,
  )
  const params = { currency: input.currency }
  return {
    ...(charity && canReceiveDonations(charity, now) ? {} : { verification: { code: 'payout-not-verified' } }),
    ...(activeEntry(entries, now)
      ? {}
      : {
          bankDetails: {
            code: bankFault(
              entries.some(({ state }) => state === 'pending'),
              waiting !== undefined,
            ),
            params,
          },
        }),
    ...(waiting?.activeFrom
      ? {
          hold: {
            code: 'payout-hold',
            params: { date: localDateIn(charity?.timeZone ?? 'UTC', waiting.activeFrom) },
          },
        }
      : {}),
    ...(ports.isTwoFactorRequired && proved.size === 0 ? { twoFactor: { code: 'payout-two-factor' } } : {}),
    // The charity must not learn about a list (content-26).
    ...(isMatched ? { review: { code: 'payout-review' } } : {}),
  }
}

const bankFault = (isPending: boolean, isWaiting: boolean): string => {
  if (isWaiting) return 'payout-bank-waiting'
  return isPending ? 'payout-bank-pending' : 'payout-bank-missing'
}

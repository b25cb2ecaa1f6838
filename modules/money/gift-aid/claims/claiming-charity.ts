import type { LocalDate } from '#shared/calendar.ts'
import type { ClaimingCharity } from '../rules/claimable.ts'
import { type AccountingYearEnd, defaultAccountingYearEnd } from '../rules/claim-deadline.ts'

/** What a charity's finance said about its claims. Claims outside this site are answered if they exist. */
export type GiftAidSettings = {
  readonly hmrcReference: string
  readonly accountingYearEnd: AccountingYearEnd
  /** The last UK day that was claimed outside this site; null: none by day. */
  readonly claimedUntil: LocalDate | null
  /** How many single donations were marked as claimed outside this site. */
  readonly markedDonations: number
}

/** Returns the charity as the rules of claims need it; without settings nothing is claimable (gift-aid-12). */
export const claimingCharityOf = (
  settings: GiftAidSettings | undefined,
  payouts: 'none' | 'file',
): ClaimingCharity => ({
  hmrcReference: settings?.hmrcReference ?? '',
  accountingYearEnd: settings?.accountingYearEnd ?? defaultAccountingYearEnd,
  paysOut: payouts === 'file',
  claimedBefore: settings && { claimedUntil: settings.claimedUntil },
})

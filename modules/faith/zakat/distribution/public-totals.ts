import type { Db } from '#shared/ports.ts'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { sumReceivedZakat } from '#modules/money/giving/index.ts'
import { listApproved } from './distribution-queries.ts'

/**
 * Sums the zakat that fundraisers received, distributed by recipient category, and still hold, by currency, in minor
 * units (zakat-19). Only approved reports count; `reports` contains all of them.
 */
export async function sumPublicTotals(db: Db, campaignIds: readonly bigint[]) {
  const [received, reports] = await Promise.all([sumReceivedZakat(db, campaignIds), listApproved(db, campaignIds)])
  const totals = received.map(({ currency, amount }) => {
    const ofCurrency = reports.filter((report) => report.currency === currency)
    const distributed = ofCurrency.reduce((sum, report) => sum + report.amount, 0n)
    const categories = zakatCategories.flatMap((category) => {
      const rows = ofCurrency.filter((report) => report.category === category)
      const sum = rows.reduce((total, report) => total + report.amount, 0n)
      return rows.length > 0
        ? [{ category, amount: sum, people: rows.reduce((total, report) => total + report.people, 0) }]
        : []
    })
    const outstanding = amount > distributed ? amount - distributed : 0n
    return {
      currency,
      received: amount,
      distributed,
      outstanding,
      categories,
    }
  })
  return { totals, reports }
}

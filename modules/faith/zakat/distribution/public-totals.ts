import type { Db } from '#shared/ports.ts'
import { zakatCategories } from '#modules/causes/campaigns/rules/zakat.ts'
import { sumReceivedZakat } from '#modules/money/giving/index-zakat.ts'
import { listDistributions } from './distribution-queries.ts'

/**
 * Sums what a fundraiser received of zakat, distributed by recipient category, and still holds, by currency; minor units
 * (zakat-19). Approved reports only.
 */
export async function sumPublicTotals(db: Db, campaignId: bigint) {
  const [received, reports] = await Promise.all([
    sumReceivedZakat(db, campaignId),
    listDistributions(db, { campaignId, state: 'approved' }),
  ])
  return received.map(({ currency, amount }) => {
    const ofCurrency = reports.filter((report) => report.currency === currency)
    const distributed = ofCurrency.reduce((sum, report) => sum + report.amount, 0n)
    const categories = zakatCategories.flatMap((category) => {
      const rows = ofCurrency.filter((report) => report.category === category)
      const sum = rows.reduce((total, report) => total + report.amount, 0n)
      return rows.length > 0
        ? [{ category, amount: Number(sum), people: rows.reduce((total, report) => total + report.people, 0) }]
        : []
    })
    const outstanding = amount > distributed ? amount - distributed : 0n
    return {
      currency,
      received: Number(amount),
      distributed: Number(distributed),
      outstanding: Number(outstanding),
      categories,
    }
  })
}

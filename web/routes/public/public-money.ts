import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatMoney, money } from '#shared/money.ts'
import { commaOf, isolate, isRightToLeft, type Locale, translate } from '#shared/text.ts'
import { catalogueOf } from '#web/lib/catalogues.ts'
import type { LinkedText } from '#web/ui/linked-lines.tsx'

type Totals = OutputOf<ProductContract, 'GET /v4/campaigns/:campaignId/payout-totals'>['totals'][number]
type Figures = Totals['rest']

/**
 * Returns the lines about the money of a campaign or charity, one for each currency and kind of money, with a link to
 * `href`, which has the published figures (payouts-17); null if nothing was received. Server only, so that pages carry no texts and no code
 * for it.
 */
export function publicMoney(totals: readonly Totals[], locale: Locale, href: string): LinkedText | null {
  const texts = catalogueOf('money/public-money', locale)
  const t = (key: string, params = {}) => translate(texts, locale, key, params)
  const lineOf = ({ currency }: Totals, figures: Figures): string => {
    const part = (key: string, minor: number) => {
      const amount = formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })
      return t(key, { amount: isRightToLeft(locale) ? isolate(amount) : amount })
    }
    // If donors covered more than the fees, the charity received the difference.
    const surplus = Math.max(0, -figures.fees)
    return [
      part('public-money.received', figures.received + surplus),
      ...(figures.returned > 0 ? [part('public-money.returned', figures.returned)] : []),
      ...(figures.fees > 0 ? [part('public-money.fees', figures.fees)] : []),
      part('public-money.paid-out', figures.paidOut),
      part('public-money.waiting', figures.waiting),
    ].join(`${commaOf(locale)} `)
  }
  const lines = totals.flatMap((total) => [
    ...(total.rest.received > 0 ? [lineOf(total, total.rest)] : []),
    ...(total.zakat.received > 0 ? [t('public-money.zakat', { amounts: lineOf(total, total.zakat) })] : []),
  ])
  if (lines.length === 0) return null
  return { lines, link: t('public-money.link'), href }
}

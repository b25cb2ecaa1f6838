import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { add, formatMoney, type Money, subtract } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'

type Props = {
  readonly campaign: {
    readonly organizationName: string
    readonly organizationNameAr: string | null
    /** The name in the charity register. */
    readonly legalName: string
    readonly registration: string
  }
  readonly quote: Quote
}

/**
 * How much of the total the charity receives and how much processing costs, with the charity's registration number and
 * the donor protection.
 */
export function ReceivedLines({ campaign, quote }: Props) {
  const t = useText()
  const locale = useLocale()
  const organization = `\u2068${charityName(campaign, locale)}\u2069`
  const show = (amount: Money) => `\u2068${formatMoney(amount, locale, { fractions: 'always' })}\u2069`
  const isBorne = quote.feeBearer === 'campaign'
  const whole = add(quote.gift, quote.coveredFee)
  const received = isBorne ? subtract(whole, quote.feeShare) : whole
  return (
    <div className="quiet small stack">
      {quote.gift.amount > 0n ? (
        <p>
          {t(isBorne ? 'give.receives' : 'give.receives-whole', {
            organization,
            amount: show(received),
            fee: show(quote.feeShare),
          })}
        </p>
      ) : null}
      <p>
        <bdi>{campaign.legalName}</bdi> · <bdi style={{ display: 'inline-block' }}>{campaign.registration}</bdi>
      </p>
      <p>
        <a className="tap-link" href="/donor-protection">
          {t('shell.page-donor-protection')}
        </a>
      </p>
    </div>
  )
}

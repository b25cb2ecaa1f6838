import type { ReactNode } from 'react'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { formatMoney } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import type { Form } from '../state/checkout-state.ts'
import { PayButton } from './pay-button.tsx'
import { PriceParts } from './price-parts.tsx'
import { ReceivedLines } from './received-lines.tsx'
import { TotalLines } from './total-lines.tsx'

type Props = {
  readonly campaign: {
    readonly title: string
    readonly language: string
    readonly organizationName: string
    readonly organizationNameAr: string | null
    readonly legalName: string
    readonly registration: string
  }
  readonly quote: Quote
  readonly frequency: Form['frequency']
  readonly isBusy: boolean
  /** Whether the page accepts cards; otherwise the wallet buttons are the only ones. */
  readonly takesCard: boolean
  readonly isSlow: boolean
  /** The form was submitted without JavaScript and is valid: the page says that nothing was charged. */
  readonly isChecked: boolean
  /** Whether the donor followed a referral link. */
  readonly isReferred: boolean
  /** Errors that prevented the payment, shown above the button. */
  readonly wrong: readonly FormError[]
  /** The mandate shown when paying from a bank account. */
  readonly mandateOfDebit: ReactNode
  /** Further actions, shown below the button. */
  readonly children: ReactNode
}

/** The summary of the checkout: who receives the donation, what is charged, and the button that pays. */
export function CheckoutSummary({
  campaign,
  quote,
  frequency,
  isBusy,
  takesCard,
  isSlow,
  isChecked,
  isReferred,
  wrong,
  mandateOfDebit,
  children,
}: Props) {
  const t = useText()
  const locale = useLocale()
  return (
    <aside className="checkout-summary card">
      <div className="card-in stack">
        <p className="quiet small">{t('give.to')}</p>
        <p className="strong" lang={campaign.language} dir="auto">
          {campaign.title}
        </p>
        <p className="quiet small">
          {t('give.goes-to', { organization: `\u2068${charityName(campaign, locale)}\u2069` })}
        </p>
        {isChecked ? (
          <>
            <p className="notice no-script-hidden">{t('give.checked')}</p>
            <p className="notice script-hidden">{t('give.no-script')}</p>
          </>
        ) : null}
        <TotalLines quote={quote} />
        <div role="alert" className="checkout-wrong">
          <ErrorSummary title={t('shell.problem')} wrong={wrong} takesFocus={false} />
        </div>
        {mandateOfDebit}
        <div id="total" tabIndex={-1} className="checkout-pay">
          <PriceParts quote={quote} />
          {takesCard ? <PayButton quote={quote} frequency={frequency} isBusy={isBusy} /> : null}
        </div>
        {children}
        <ReceivedLines campaign={campaign} quote={quote} />
        {frequency === 'once' ? (
          <p className="quiet small">
            {t('give.secure', { amount: `\u2068${formatMoney(quote.total, locale, { fractions: 'always' })}\u2069` })}
          </p>
        ) : null}
        {isReferred ? <p className="quiet small">{t('give.referred')}</p> : null}
        <p className="small" role="status">
          {isSlow ? t('give.do-not-close') : ''}
        </p>
      </div>
    </aside>
  )
}

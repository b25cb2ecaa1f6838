import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { computeGiftAid } from '#modules/money/giving/rules/gift-aid.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { isRequested, type TaxAddress } from './tax-address.ts'

type Donation = TaxAddress['donations'][number]

/** The donations that the address is for; HMRC requires charity, day and amount. */
export function DonationList({ view }: { readonly view: TaxAddress }) {
  const t = useText()
  const locale = useLocale()
  const shown = view.donations.map((donation) =>
    t('tax-address.donation', {
      amount: amountOf(donation, locale),
      organization: charityOf(donation, locale),
      date: `\u2068${formatDay(donation.givenOn as LocalDate, locale)}\u2069`,
    }),
  )
  return shown.length === 1 ? (
    <p className="strong">{shown[0]}</p>
  ) : (
    <ul aria-label={t('tax-address.donations')}>
      {shown.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** A sentence about what the address adds to the donations. */
export function TaxLead({ view }: { readonly view: TaxAddress }) {
  const t = useText()
  const locale = useLocale()
  const aided = view.donations.find(({ reliefs }) => reliefs.includes('gift-aid'))
  if (aided) {
    const gift = money(BigInt(aided.gift), aided.currency)
    const boosted = Number(gift.amount + computeGiftAid(gift).amount)
    return (
      <p>
        {t('tax-address.lead-gift-aid', {
          organization: charityOf(aided, locale),
          gift: amountOf(aided, locale),
          boosted: amountOf({ ...aided, gift: boosted }, locale),
        })}
      </p>
    )
  }
  if (view.reliefs.length === 0) return null
  return <p>{t(isRequested(view) ? 'tax-address.lead-receipt-awaited' : 'tax-address.lead-receipt')}</p>
}

const amountOf = ({ gift, currency }: Pick<Donation, 'gift' | 'currency'>, locale: Locale): string =>
  `\u2068${formatMoney(money(BigInt(gift), currency), locale, { fractions: 'always' })}\u2069`
const charityOf = ({ organization, organizationAr }: Donation, locale: Locale): string =>
  `\u2068${(locale === 'ar' && organizationAr) || organization}\u2069`

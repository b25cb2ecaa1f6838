import type { QurbaniDonationView } from '#modules/faith/qurbani/contract-fulfilment.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { type Currency, formatMoney, isCurrency, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import type { Json } from '#shared/wire/json.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'

/** A Qurbani donation with days, country and amounts in the reader's language. */
export type ShownDonation = ReturnType<typeof shownDonation>

export function shownDonation(qurbaniDonationView: Json<QurbaniDonationView>, locale: Locale) {
  const day = (date: string) => formatDay(localDate(date), locale)
  const show = (minor: number) => showAmount(minor, qurbaniDonationView.currency, locale)
  const { choice } = qurbaniDonationView
  return {
    ...qurbaniDonationView,
    countryName:
      countriesIn(locale).find(({ code }) => code === qurbaniDonationView.country)?.name ?? qurbaniDonationView.country,
    from: day(qurbaniDonationView.performedFrom),
    until: day(qurbaniDonationView.performedUntil),
    confirm: day(qurbaniDonationView.confirmBy),
    shares: qurbaniDonationView.shares.map((share) => ({
      ...share,
      day: share.performedOn ? day(share.performedOn) : null,
    })),
    choice: choice && {
      ...choice,
      chooseBefore: day(choice.chooseBefore),
      refundText: show(choice.refund),
      sadaqahText: show(choice.sadaqah),
    },
  }
}

const showAmount = (minor: number, currency: string, locale: Locale): string =>
  isCurrency(currency)
    ? formatMoney(money(BigInt(minor), currency satisfies Currency), locale, { fractions: 'always' })
    : ''

import type { QurbaniDonationView } from '#modules/faith/qurbani/contract-fulfilment.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import { type Currency, formatMoney, isCurrency, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'
import { countriesIn } from '../../../platform/addresses/address-facts.ts'

/** A qurbani donation as its page shows it: days, country and amounts in the reader's language. */
export type ShownDonation = ReturnType<typeof shownDonation>

export function shownDonation(found: QurbaniDonationView, locale: Locale) {
  const day = (date: string) => formatDay(localDate(date), locale)
  const show = (minor: number) => showAmount(minor, found.currency, locale)
  const { choice } = found
  return {
    ...found,
    countryName: countriesIn(locale).find(({ code }) => code === found.country)?.name ?? found.country,
    from: day(found.performedFrom),
    until: day(found.performedUntil),
    confirm: day(found.confirmBy),
    shares: found.shares.map((share) => ({ ...share, day: share.performedOn ? day(share.performedOn) : null })),
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

import { numberFormat } from '#shared/formats.ts'
import { feeFor, type FeeMethod, type FeeSchedules } from '#modules/money/giving/rules/fees/fee-schedules.ts'
import { linearFee } from '#modules/money/giving/rules/fees/fee.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { currencies, type Currency, formatMoney, isZero, type Money, subtract } from '#shared/money.ts'
import type { InformationNode } from '#shared/pages/information-pages.ts'
import { intlTag, type Locale } from '#shared/text.ts'

const mostUsed: readonly Currency[] = ['USD', 'GBP', 'EUR', 'CAD', 'AUD']

type Words = {
  readonly currency: string
  readonly fee: string
  readonly example: string
  readonly arrives: string
}

/** Returns the fees of each currency by payment method, from the configured schedules (amounts-2). */
export function feeTables(
  schedules: FeeSchedules,
  locale: Locale,
  words: Words,
): Readonly<Record<'cardFees' | 'bankFees' | 'otherCardFees', readonly InformationNode[]>> {
  const table = (method: FeeMethod, which: readonly Currency[]) =>
    tableOf(
      [words.currency, words.fee, words.example, words.arrives],
      which.map((currency) => rowOf(schedules, method, currency, locale)),
    )
  return {
    cardFees: [table('card', mostUsed)],
    // Bank debits are available in US dollars only.
    bankFees: [table('ach', ['USD'])],
    otherCardFees: [
      table(
        'card',
        currencies.filter((currency) => !mostUsed.includes(currency)),
      ),
    ],
  }
}

function rowOf(schedules: FeeSchedules, method: FeeMethod, currency: Currency, locale: Locale): readonly string[] {
  const { percentage, fixed } = feeFor(method, currency, schedules)
  const donation = defaultAmount(currency)
  const money = (amount: Money) => `\u2068${formatMoney(amount, locale)}\u2069`
  const percent = numberFormat(`${intlTag(locale)}-nu-latn`, { style: 'percent', maximumFractionDigits: 4 })
  const share = percent.format(Number(percentage.ppm) / 1_000_000)
  return [
    currency,
    isZero(fixed) ? share : `${share} + ${money(fixed)}`,
    money(donation),
    money(subtract(donation, linearFee(donation, { percentage, fixed, version: '' }))),
  ]
}

const row = (tag: 'th' | 'td', texts: readonly string[]): InformationNode => ({
  tag: 'tr',
  children: texts.map((text) => ({ tag, children: [text] })),
})

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): InformationNode => ({
  tag: 'table',
  children: [
    { tag: 'thead', children: [row('th', head)] },
    { tag: 'tbody', children: rows.map((cells) => row('td', cells)) },
  ],
})

import { type SubmitEvent, useState } from 'react'
import { type Currency, formatMoney, fromMajor } from '#shared/money.ts'
import { type MessageKey, useLocale, useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { checkoutUrl, type CheckoutLink, type OpeningState } from './donate-button.tsx'

export type OfferedFrequency = 'day' | 'week' | 'month' | 'year'

/**
 * Frequency, amount and Donate button: a form that opens the checkout with these choices, or directly with a quick
 * amount (S1 §2.2). Works without JavaScript; with it, first asks the server whether donations are still accepted (S1
 * §4).
 */
export function DonateForm({
  link,
  currency,
  quick,
  first,
  frequencies,
  takesOnce = true,
  opening,
}: {
  readonly link: CheckoutLink
  readonly currency: Currency
  /** Quick amounts in whole major units. */
  readonly quick: readonly string[]
  /** Initial amount in whole major units. */
  readonly first: string
  /** Frequencies of this campaign besides one-time. */
  readonly frequencies: readonly OfferedFrequency[]
  /** Whether one-time donations are accepted. */
  readonly takesOnce?: boolean
  readonly opening: OpeningState
}) {
  const t = useText()
  const locale = useLocale()
  const [amount, setAmount] = useState(first)
  const offered = takesOnce ? (['', ...frequencies] as const) : frequencies
  const [path, query = ''] = checkoutUrl(link).split('?')
  async function leave(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const chosen = submitter instanceof HTMLButtonElement && submitter.value !== '' ? submitter.value : amount
    const fields = [...new FormData(event.currentTarget)].filter(([name, value]) => name !== 'amount' && value !== '')
    if (chosen !== '' && chosen !== '0') fields.unshift(['amount', chosen])
    const target = `${path}?${new URLSearchParams(fields as [string, string][]).toString()}`
    if (await opening.check()) location.assign(target)
  }
  return (
    <form method="get" action={path} className="donate-form" onSubmit={(event) => void leave(event)}>
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {frequencies.length > 0 ? (
        <fieldset className="segments">
          <legend className="visually-hidden">{t('campaign.give-regularly')}</legend>
          {offered.map((frequency) => (
            <label key={frequency} className="segment">
              <input type="radio" name="frequencyType" value={frequency} defaultChecked={frequency === offered[0]} />
              <span>{t(frequency === '' ? 'campaign.once' : (`campaign.give-${frequency}` satisfies MessageKey))}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {/* The default button: without it, Enter in the field would choose the first amount. */}
      <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <div className="chips" role="group" aria-label={t('campaign.amounts')}>
        {quick.map((text) => (
          <button key={text} name="amount" value={text} className="chip">
            <bdi>{formatMoney(fromMajor(text, currency), locale, { fractions: 'auto' })}</bdi>
          </button>
        ))}
      </div>
      <AmountInput
        id="amount"
        label={t('campaign.other-amount')}
        code={currency}
        value={amount}
        onType={setAmount}
        droppedNotice={t('shell.fraction-dropped')}
        wholeNotice={t('campaign.whole-amount')}
      />
      <button className="button button-primary button-wide">{t('campaign.donate')}</button>
    </form>
  )
}

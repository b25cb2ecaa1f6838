import { type MouseEvent, type ReactNode, useState } from 'react'
import type { LocalDate } from '#shared/calendar.ts'
import { currencies, type Currency, isCurrency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import type { ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import type { ZakatInput } from '#modules/faith/zakat/rules/calculator/zakat-input.ts'
import { type MessageKey, useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import { priceHint } from './price-text.ts'
import { type Prices, pricesToAgree } from './prices.ts'
import type { ShortTyped } from './short-answers.ts'
import { pricesFor, usePrices } from './use-prices.ts'

/** What the server returns for a form that was sent without JavaScript. */
export type PostedShort = {
  readonly typed: ShortTyped
  readonly result: ZakatResult | null
  readonly wrong: readonly (Fault & { readonly field: string })[]
}

type Shown = Omit<PostedShort, 'typed'> & {
  /** What was calculated; unknown without JavaScript. */
  readonly input?: ZakatInput
}

/** The nisab bases, of which the first is the default. */
const bases = ['silver', 'gold'] as const

/**
 * The short calculator: a total and debts; the date, threshold and prices are folded. It calculates in the browser, or
 * on the server without JavaScript. `onPrecise` opens the full calculator with what was typed.
 */
export function ShortCalculator({
  page,
  posted,
  onPrecise,
  precise,
  showResult,
}: {
  readonly page: { readonly currency: Currency; readonly today: LocalDate; readonly prices: Prices }
  readonly posted?: PostedShort | undefined
  readonly onPrecise: () => void
  /** The link or button that opens the full calculator. */
  readonly precise: (open: (event: MouseEvent<HTMLElement>) => void) => ReactNode
  readonly showResult: (result: ZakatResult, input: ZakatInput | undefined) => ReactNode
}) {
  const t = useText()
  const locale = useLocale()
  const fault = useFaultText()
  const { typed } = posted ?? {}
  const [currency, setCurrency] = useState(isCurrency(typed?.currency) ? typed.currency : page.currency)
  const [date, setDate] = useState(typed?.date || page.today)
  const [shown, setShown] = useState<Shown>(posted ?? { result: null, wrong: [] })
  const loaded = { currency: page.currency, date: page.today, prices: page.prices }
  const prices = usePrices(currency, date, loaded)
  // The rules of the calculation are loaded when they are needed.
  const calculate = async (form: HTMLFormElement) => {
    const [short, { storeAnswers, toInput }] = await Promise.all([import('./short-answers.ts'), import('./answers.ts')])
    const priced = await pricesFor(currency, date, loaded)
    const { answers, calculation } = short.calculateShort(short.typedShort(new FormData(form)), page.today, priced)
    if (!calculation.isValid) return setShown({ result: null, wrong: short.wrongFields(calculation.refusals) })
    storeAnswers({ ...answers, step: 'review' })
    setShown({ result: calculation.result, wrong: [], input: toInput(answers, priced) })
  }
  const openPrecise = async (form: HTMLFormElement) => {
    const [short, { storeAnswers }] = await Promise.all([import('./short-answers.ts'), import('./answers.ts')])
    storeAnswers(short.startPrecise(short.shortAnswers(short.typedShort(new FormData(form)), page.today, prices)))
    onPrecise()
  }
  const errorOf = (id: string) => fault(shown.wrong.find(({ field }) => field === id))
  const hasOldPrices = pricesToAgree({ gold: '', silver: '' }, prices) !== ''
  const isUnfolded =
    hasOldPrices ||
    !prices.gold ||
    !prices.silver ||
    shown.wrong.some(({ field }) => !['wealth', 'debts'].includes(field))
  return (
    <div className="stack-lg">
      <form
        method="post"
        action="/v4/zakat/calculator#zakat-result"
        className="stack zakat-form zakat-no-print"
        noValidate
        onChange={() => setShown((before) => ({ ...before, result: null }))}
        onSubmit={(event) => {
          event.preventDefault()
          void calculate(event.currentTarget)
        }}
      >
        <ErrorSummary
          title={t('shell.problem')}
          wrong={shown.wrong.map((item) => ({ id: item.field, text: fault(item) ?? '' }))}
        />
        <div className="zakat-short-row">
          <TextInput
            id="wealth"
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            label={t('zakat-calc.wealth', { currency })}
            defaultValue={typed?.wealth}
            error={errorOf('wealth')}
          />
          <Select
            id="currency"
            label={t('zakat-calc.currency')}
            value={currency}
            onChange={({ target }) => setCurrency((before) => (isCurrency(target.value) ? target.value : before))}
          >
            {currencies.map((code) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </Select>
        </div>
        <TextInput
          id="debts"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          label={t('zakat-calc.short-debts', { currency })}
          defaultValue={typed?.debts}
          error={errorOf('debts')}
        />
        <details className="zakat-short-more" open={isUnfolded || undefined}>
          <summary>{t('zakat-calc.details')}</summary>
          <div className="stack">
            <TextInput
              id="date"
              type="date"
              max={page.today}
              label={t('zakat-calc.zakat-date')}
              hint={t('zakat-calc.zakat-date-hint')}
              value={date}
              onChange={({ target }) => setDate(target.value)}
              error={errorOf('date')}
            />
            <Select id="basis" label={t('zakat-calc.choice-basis')} defaultValue={typed?.basis ?? 'silver'}>
              {bases.map((basis) => (
                <option key={basis} value={basis}>
                  {t(`zakat-calc.choice-basis-${basis}` as MessageKey)}
                </option>
              ))}
            </Select>
            {(['gold', 'silver'] as const).map((metal) => (
              <TextInput
                key={metal}
                id={metal}
                inputMode="decimal"
                dir="ltr"
                autoComplete="off"
                label={t(`zakat-calc.price-${metal}`, { currency })}
                hint={priceHint(t, locale, prices[metal], currency)}
                defaultValue={typed?.[metal]}
                error={errorOf(metal)}
              />
            ))}
          </div>
        </details>
        {hasOldPrices ? (
          <div>
            <Checkbox
              id="agreedPrices"
              label={t('zakat-calc.agree-prices')}
              hint={t('zakat-calc.agree-prices-hint')}
              defaultChecked={Boolean(typed?.agreedPrices)}
              aria-describedby={errorOf('agreedPrices') ? 'agreedPrices-error' : undefined}
            />
            {errorOf('agreedPrices') ? (
              <p className="error-text" id="agreedPrices-error">
                {errorOf('agreedPrices')}
              </p>
            ) : null}
          </div>
        ) : null}
        <Button isWide>{t('zakat-calc.calculate')}</Button>
        <p className="small quiet">{t('zakat-calc.private')}</p>
        {precise((event) => {
          const form = event.currentTarget.closest('form')
          event.preventDefault()
          if (form) void openPrecise(form)
        })}
      </form>
      {shown.result ? showResult(shown.result, shown.input) : null}
    </div>
  )
}

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { calculateZakat, type ZakatResult } from '#modules/faith/zakat/rules/calculator/calculate-zakat.ts'
import { choiceOptions } from '#modules/faith/zakat/rules/calculator/rule-sets.ts'
import { formatDay, isLocalDate, type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'
import { currencies, isCurrency } from '#shared/currencies.ts'
import { type Prices, pricesToAgree } from '#web/features/faith/zakat/calculator/answers.ts'
import { type ShownSignOff, ZakatResultView } from '#web/features/faith/zakat/calculator/zakat-result.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { type MessageKey, useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import '#web/features/faith/zakat/zakat.css'
import type { Route } from './+types/calculator'

const ZakatCalculator = lazy(() =>
  import('#web/features/faith/zakat/calculator/zakat-calculator.tsx').then((part) => ({
    default: part.ZakatCalculator,
  })),
)

const never = () => () => undefined

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, currency: chosen, viewer, now } = context.get(renderContext)
  const currencyParam = new URL(request.url).searchParams.get('currency') ?? chosen ?? 'USD'
  const currency = isCurrency(currencyParam) ? currencyParam : 'USD'
  const [prices, { ruleSets }] = await Promise.all([
    api('GET /v4/zakat/metal-prices', { currency }),
    api('GET /v4/zakat/rule-sets', {}),
  ])
  const signOffs: Record<string, ShownSignOff> = Object.fromEntries(ruleSets.map(({ id, signOff }) => [id, signOff]))
  return {
    currency,
    prices: prices satisfies Prices,
    signOffs,
    today: localDateIn('UTC', now()),
    isSignedIn: viewer.isSignedIn,
  }
}

/** Handles the short form without JavaScript: a total, debts and the nisab basis. Returns everything that was typed. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, now } = context.get(renderContext)
  const form = await postedForm(request)
  const typed = {
    currency: postedText(form, 'currency', 3),
    wealth: postedText(form, 'wealth', 60),
    debts: postedText(form, 'debts', 60),
    basis: postedText(form, 'basis', 10),
    gold: postedText(form, 'gold', 60),
    silver: postedText(form, 'silver', 60),
    date: postedText(form, 'date', 10),
    agreedPrices: postedText(form, 'agreedPrices', 60),
  }
  const currency = isCurrency(typed.currency) ? typed.currency : 'USD'
  const today = localDateIn('UTC', now())
  const date = isLocalDate(typed.date) ? typed.date : today
  const prices: Prices = await api('GET /v4/zakat/metal-prices', { currency, ...(date === today ? {} : { date }) })
  const price = (metal: 'gold' | 'silver') => {
    const metalPrice = prices[metal]
    if (typed[metal] !== '' || !metalPrice) return { perGram: typed[metal] }
    return { perGram: metalPrice.perGram, day: metalPrice.day as LocalDate, source: metalPrice.source }
  }
  const calculation = calculateZakat({
    currency,
    date,
    choices: { basis: choiceOptions.basis.find((basis) => basis === typed.basis) ?? 'silver' },
    prices: { gold: price('gold'), silver: price('silver') },
    assets: [{ kind: 'cash', amount: typed.wealth }],
    debts: [{ kind: 'within-a-year', amount: typed.debts }],
  })
  const toAgree = pricesToAgree(typed, prices)
  const refusals = [
    ...(typed.date === '' || isLocalDate(typed.date) ? [] : [{ path: 'date', code: 'date-invalid' }]),
    ...(date > today ? [{ path: 'date', code: 'date-in-future' }] : []),
    ...(toAgree === '' || typed.agreedPrices !== '' ? [] : [{ path: 'prices', code: 'prices-not-agreed' }]),
    ...(calculation.isValid ? [] : calculation.refusals),
  ]
  if (calculation.isValid && refusals.length === 0) return { typed, toAgree, result: calculation.result, refusals }
  return data({ typed, toAgree, result: null, refusals }, { status: 400 })
}

const fieldOfPath: Readonly<Record<string, string>> = {
  'assets.0.amount': 'wealth',
  'debts.0.amount': 'debts',
  'prices.gold.perGram': 'gold',
  'prices.silver.perGram': 'silver',
  date: 'date',
  prices: 'agreedPrices',
}

export default function ZakatCalculatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const fault = useFaultText()
  const hasScripts = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const wrong = (actionData?.refusals ?? []).map((refusal) => ({
    id: fieldOfPath[refusal.path] ?? 'wealth',
    text: fault(refusal) ?? '',
  }))
  return (
    <div className="page stack-lg">
      <title>{t('zakat-calc.title')}</title>
      <div className="stack">
        <h1>{t('zakat-calc.title')}</h1>
        <p className="quiet">{t('zakat-calc.lead')}</p>
        <p>
          <a href="/zakat-policy">{t('zakat-calc.policy')}</a>
        </p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {actionData?.result ? (
        <ZakatResultView
          result={actionData.result as ZakatResult}
          signOff={loaderData.signOffs[actionData.result.ruleSetId] ?? null}
        />
      ) : null}
      <ShortForm
        loaderData={loaderData}
        typed={actionData?.typed}
        hasOldPrices={pricesToAgree({ gold: '', silver: '' }, loaderData.prices) !== '' || Boolean(actionData?.toAgree)}
        wrong={wrong}
      />
      <section className="stack-lg" aria-labelledby="full">
        <div className="stack">
          <h2 id="full">{t('zakat-calc.full-title')}</h2>
          <p className="quiet">{t(hasScripts ? 'zakat-calc.full-lead' : 'zakat-calc.no-scripts')}</p>
        </div>
        {hasScripts ? (
          <Suspense fallback={<Skeleton block="20rem" />}>
            <ZakatCalculator {...loaderData} />
          </Suspense>
        ) : null}
      </section>
    </div>
  )
}

/** The short form, which works without JavaScript. */
function ShortForm({
  loaderData: { currency, prices, today },
  typed,
  hasOldPrices,
  wrong,
}: {
  readonly loaderData: Route.ComponentProps['loaderData']
  readonly typed: Readonly<Record<string, string>> | undefined
  /** Whether prices are older than a week, which the donor must agree to. */
  readonly hasOldPrices: boolean
  readonly wrong: readonly { readonly id: string; readonly text: string }[]
}) {
  const t = useText()
  const errorOf = (id: string) => wrong.find((item) => item.id === id)?.text
  const locale = useLocale()
  const code = typed?.currency || currency
  return (
    <section className="stack zakat-no-print" aria-labelledby="short">
      <h2 id="short">{t('zakat-calc.short-title')}</h2>
      <p className="quiet">{t('zakat-calc.short-lead')}</p>
      <form method="post" className="stack zakat-form" noValidate>
        <Select id="currency" label={t('zakat-calc.currency')} defaultValue={code}>
          {currencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency}
            </option>
          ))}
        </Select>
        <TextInput
          id="wealth"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          label={t('zakat-calc.wealth', { currency: code })}
          defaultValue={typed?.wealth}
          error={errorOf('wealth')}
        />
        <TextInput
          id="debts"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          label={t('zakat-calc.short-debts', { currency: code })}
          defaultValue={typed?.debts}
          error={errorOf('debts')}
        />
        <TextInput
          id="date"
          type="date"
          max={today}
          label={t('zakat-calc.zakat-date')}
          hint={t('zakat-calc.zakat-date-hint')}
          defaultValue={typed?.date ?? today}
          error={errorOf('date')}
        />
        <Select id="basis" label={t('zakat-calc.choice-basis')} defaultValue={typed?.basis ?? 'silver'}>
          {choiceOptions.basis.map((basis) => (
            <option key={basis} value={basis}>
              {t(`zakat-calc.choice-basis-${basis}` as MessageKey)}
            </option>
          ))}
        </Select>
        {(['gold', 'silver'] as const).map((metal) => {
          const known = prices[metal]
          return (
            <TextInput
              key={metal}
              id={metal}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              label={t(`zakat-calc.price-${metal}`, { currency: code })}
              hint={
                known && code === currency
                  ? t('zakat-calc.price-known', {
                      price: `\u2066${known.perGram}\u2069`,
                      date: formatDay(localDate(known.day), locale),
                    })
                  : t('zakat-calc.price-unknown')
              }
              defaultValue={typed?.[metal]}
              error={errorOf(metal)}
            />
          )
        })}
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
        <button className="button button-primary">{t('zakat-calc.calculate')}</button>
      </form>
    </section>
  )
}

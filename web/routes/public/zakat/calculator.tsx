import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { isLocalDate, localDateIn } from '#shared/calendar.ts'
import { isCurrency } from '#shared/currencies.ts'
import { readAnswers } from '#web/features/faith/zakat/calculator/answers.ts'
import { calculateShort, typedShort, wrongFields } from '#web/features/faith/zakat/calculator/short-answers.ts'
import { SaveZakat } from '#web/features/faith/zakat/calculator/save-zakat.tsx'
import { ShortCalculator } from '#web/features/faith/zakat/calculator/short-calculator.tsx'
import { type ShownSignOff, ZakatResultView } from '#web/features/faith/zakat/calculator/zakat-result.tsx'
import { postedForm } from '#web/lib/posted-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import '#web/features/faith/zakat/zakat.css'
import type { Route } from './+types/calculator'
import { loadPrices } from './calculator-data.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['faith/zakat-calculator', 'faith/zakat-short', 'faith/faults', 'platform/faults']

const ZakatCalculator = lazy(() =>
  import('#web/features/faith/zakat/calculator/zakat-calculator.tsx').then((part) => ({
    default: part.ZakatCalculator,
  })),
)

const never = () => () => undefined

export async function loader({ context, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const [prices, { ruleSets }] = await Promise.all([
    loadPrices(frame, request),
    frame.api('GET /v4/zakat/rule-sets', {}),
  ])
  const signOffs: Record<string, ShownSignOff> = Object.fromEntries(ruleSets.map(({ id, signOff }) => [id, signOff]))
  return { ...prices, signOffs, isSignedIn: frame.viewer.isSignedIn }
}

/** Handles the short form without JavaScript. Returns everything that was typed with the result or the errors. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, now } = context.get(renderContext)
  const typed = typedShort(await postedForm(request))
  const currency = isCurrency(typed.currency) ? typed.currency : 'USD'
  const today = localDateIn('UTC', now())
  const date = isLocalDate(typed.date) ? typed.date : today
  const prices = await api('GET /v4/zakat/metal-prices', { currency, ...(date === today ? {} : { date }) })
  const { calculation } = calculateShort(typed, today, prices)
  if (calculation.isValid) return { typed, result: calculation.result, wrong: [] }
  return data({ typed, result: null, wrong: wrongFields(calculation.refusals) }, { status: 400 })
}

/** The zakat calculator: the short form first, then the full one with what was typed. */
export default function ZakatCalculatorPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const [isPrecise, setPrecise] = useState(false)
  const hasScripts = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  // Answers in this tab are from before a reload or a login, so the donor continues there.
  // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows them
  useEffect(() => setPrecise(readAnswers() !== undefined), [])
  const { signOffs, isSignedIn } = loaderData
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
      {isPrecise ? (
        <Suspense fallback={<Skeleton block="20rem" />}>
          <ZakatCalculator {...loaderData} onStartOver={() => setPrecise(false)} />
        </Suspense>
      ) : (
        <div className="zakat-short-page">
          <ShortCalculator
            page={loaderData}
            posted={actionData as Parameters<typeof ShortCalculator>[0]['posted']}
            onPrecise={() => setPrecise(true)}
            precise={(open) =>
              hasScripts ? (
                <Button type="button" look="quiet" isWide onClick={open}>
                  {t('zakat-calc.precise')}
                </Button>
              ) : (
                <p className="small quiet">{t('zakat-calc.no-scripts')}</p>
              )
            }
            showResult={(result, input) => (
              <ZakatResultView result={result} signOff={signOffs[result.ruleSetId] ?? null} takesFocus={hasScripts}>
                {input ? <SaveZakat input={input} result={result} isSignedIn={isSignedIn} /> : null}
              </ZakatResultView>
            )}
          />
        </div>
      )}
    </div>
  )
}

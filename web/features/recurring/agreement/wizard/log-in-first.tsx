import type { PlanPreview } from '#modules/recurring/agreement/contract-views.ts'
import { useText } from '../../../../lib/text.tsx'
import { SummaryRail } from './summary-rail.tsx'
import type { SummaryOf } from './summary-words.ts'

type Props = SummaryOf & {
  /** Where everything that was chosen stands. */
  readonly backUrl: string
  readonly preview: PlanPreview | null
  readonly causes: readonly { readonly name: string; readonly percent: string }[]
  readonly isPlatform: boolean
  readonly code: string | undefined
  readonly level: string | undefined
  readonly endsAt: string | undefined
}

/** Whoever gives regularly has an account; they come back to where they were, with everything they chose. */
export function LogInFirst({ backUrl, ...summary }: Props) {
  const t = useText()
  const back = encodeURIComponent(backUrl)
  return (
    <>
      <section className="wizard-step stack" aria-labelledby="step-title">
        <h2 id="step-title">{t('wizard.log-in-title')}</h2>
        <p>{t('wizard.log-in-text')}</p>
        <div className="columns">
          <a className="button button-primary" href={`/v4/signup?redirectUrl=${back}`}>
            {t('wizard.sign-up')}
          </a>
          <a className="button button-quiet" href={`/login?redirectUrl=${back}`}>
            {t('wizard.log-in')}
          </a>
        </div>
      </section>
      <SummaryRail {...summary} />
    </>
  )
}

import { useText } from '../../../../lib/text.tsx'
import { SummaryRail, type SummaryRailProps } from './summary-rail.tsx'

type Props = Omit<SummaryRailProps, 'children' | 'isOld'> & {
  /** URL of the wizard with all choices. */
  readonly backUrl: string
}

/** Asks the donor to log in, which a plan requires, and returns them to the same step with all choices. */
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

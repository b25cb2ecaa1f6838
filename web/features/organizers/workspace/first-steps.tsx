import type { FirstStep } from '#modules/organizers/workspace/rules/first-steps.ts'
import { useText } from '#web/lib/text.tsx'
import { Progress } from '#web/ui/progress.tsx'

/** The first steps of a newly verified charity, as links; what is done is ticked and the next one is marked. */
export function FirstSteps({
  steps,
  charity,
}: {
  readonly steps: readonly { readonly step: FirstStep; readonly isDone: boolean; readonly canDo: boolean }[]
  readonly charity: { readonly id: string; readonly subdomain: string }
}) {
  const t = useText()
  const paths: Readonly<Record<FirstStep, string>> = {
    fundraiser: '/organize/new',
    page: `/organizations/${charity.subdomain}/hosted-pages`,
    bank: `/organize/charities/${charity.id}/bank`,
    share: `/organizations/${charity.subdomain}`,
  }
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone, canDo }) => !isDone && canDo)?.step
  return (
    <section className="card card-in stack" aria-labelledby="first-steps">
      <div className="row-apart row-baseline">
        <h2 id="first-steps">{t('workspace.start-title')}</h2>
        <p className="quiet small">{t('workspace.start-done', { done, count: steps.length })}</p>
      </div>
      <Progress percent={(done * 100) / steps.length} />
      <ol className="dashboard-start">
        {steps.map(({ step, isDone, canDo }) => (
          <li
            key={step}
            data-done={isDone || undefined}
            {...(step === next ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="dashboard-start-mark" aria-hidden="true" />
            <div>
              {isDone || !canDo ? (
                <span className="dashboard-start-name">
                  {t(`workspace.start-${step}`)}
                  {isDone ? <span className="visually-hidden"> {t('workspace.start-is-done')}</span> : null}
                </span>
              ) : (
                <a className="dashboard-start-name" href={paths[step]}>
                  {t(`workspace.start-${step}`)}
                </a>
              )}
              {isDone ? null : <p className="quiet small">{t(`workspace.start-${step}-text`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

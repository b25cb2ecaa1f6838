import type { ReactNode } from 'react'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { useText } from '#web/lib/text.tsx'
import { queryOf, type WizardStep, type PlanForm } from './wizard/plan-form.ts'

/**
 * What is in a programme's sky: a crescent for Ramadan, the sun for daily, a dome for Friday, the hills of Arafat for
 * Dhul Hijjah, and the full moon for the donor's own plan.
 */
const emblems: Readonly<Record<Programme | 'own', ReactNode>> = {
  Ramadan30Nights: <path d="M82 18a48 48 0 1 0 22 64 40 40 0 1 1-22-64z" fill="currentColor" />,
  DailyGivers: (
    <>
      <circle cx="60" cy="60" r="28" fill="currentColor" />
      <path
        d="M60 6v16M60 98v16M6 60h16M98 60h16M22 22l11 11M87 87l11 11M22 98l11-11M87 33l11-11"
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
      />
    </>
  ),
  FridayGivers: (
    <path
      d="M60 4l3 12c24 15 35 27 35 43H22c0-16 11-28 35-43zM22 65h76v45H74V92a14 14 0 0 0-28 0v18H22z"
      fill="currentColor"
    />
  ),
  DhulHijjah: (
    <>
      <path d="M0 112c22-40 42-58 60-58s38 18 60 58z" fill="currentColor" />
      <path d="M92 4a24 24 0 1 0 14 30 19 19 0 1 1-14-30z" fill="currentColor" />
    </>
  ),
  own: (
    <>
      <circle cx="60" cy="60" r="56" fill="currentColor" />
      <path
        d="M60 18l8.1 21.5 20.9-9.5-9.5 20.9L101 60l-21.5 8.1 9.5 20.9-20.9-9.5L60 101l-8.1-21.5L31 89l9.5-20.9L19 60l21.5-8.1L31 31l20.9 9.5z"
        className="programme-star"
        strokeWidth="1.6"
      />
    </>
  ),
}

/** Decorative sky of a programme: dusk for Ramadan, dawn for daily, noon for Friday, sand for Dhul Hijjah. */
export const Sky = ({ programme }: { readonly programme: Programme | null }) => (
  <span className="programme-sky" aria-hidden="true">
    <svg className="programme-hills" viewBox="0 0 600 90" preserveAspectRatio="none" fill="currentColor">
      <path d="M0 52c90-44 190-38 300-10s210 12 300-30v78H0z" fillOpacity=".14" />
      <path d="M0 70c120-30 220-10 330-2s190-10 270-30v52H0z" fillOpacity=".2" />
    </svg>
    <svg className="programme-moon" viewBox="0 0 120 120" fill="none">
      {emblems[programme ?? 'own']}
    </svg>
  </span>
)

/** Title and one-line description of the programme. */
export function PlanHead({
  programme,
  title,
  lead,
  year,
}: {
  readonly programme: Programme | null
  readonly title: string
  readonly lead: string
  readonly year: number | null
}) {
  const t = useText()
  return (
    <header className="programme-band wizard-head" data-programme={programme ?? 'own'}>
      <Sky programme={programme} />
      <div className="wizard-head-words">
        <h1 dir="auto">{title}</h1>
        <p>{lead}</p>
        {year === null ? null : <p className="wizard-year num">{t('wizard.year', { year: String(year) })}</p>}
      </div>
    </header>
  )
}

/** Steps of the wizard. Completed steps are links that keep all choices. */
export function WizardStepNav({
  steps,
  step,
  path,
  planForm,
}: {
  readonly steps: readonly { readonly step: WizardStep; readonly label: string }[]
  readonly step: WizardStep
  readonly path: string
  readonly planForm: PlanForm
}) {
  const t = useText()
  const indexAt = steps.findIndex((entry) => entry.step === step)
  const stateOf = (index: number) => {
    if (index === indexAt) return 'now'
    return index < indexAt ? 'done' : 'later'
  }
  return (
    <nav aria-label={t('wizard.steps')}>
      <ol className="wizard-steps">
        {steps.map((step, index) => (
          <li key={step.step} data-state={stateOf(index)}>
            {index < indexAt ? (
              <a className="tap-link" href={`${path}${queryOf(planForm, step.step)}`}>
                <span className="visually-hidden">{t('wizard.step-done', { step: step.label })}</span>
                <span aria-hidden="true">{step.label}</span>
              </a>
            ) : (
              <span {...(index === indexAt ? { 'aria-current': 'step' as const } : {})}>{step.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

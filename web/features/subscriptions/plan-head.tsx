import type { Programme } from '#modules/plans/rules/schedule.ts'
import { useText } from '../../lib/text.tsx'
import { queryOf, type Step, type Wish } from './wish.ts'

/** The sky over a programme: dusk for Ramadan, first light for the daily, noon for Friday, sand for Dhul Hijjah. Decoration only. */
export const Sky = () => (
  <svg className="plan-sky" viewBox="0 0 600 200" preserveAspectRatio="xMaxYMid slice" aria-hidden="true" fill="none">
    <g stroke="currentColor" strokeOpacity=".22" strokeWidth="1">
      {[40, 160, 280, 400, 520].flatMap((x) =>
        [20, 140].map((y) => <path key={`${x} ${y}`} d={`M${x} ${y - 34}l8 26 26 8-26 8-8 26-8-26-26-8 26-8zM${x - 24} ${y - 24}h48v48h-48z`} />),
      )}
    </g>
    <circle cx="470" cy="78" r="52" fill="currentColor" fillOpacity=".92" />
    <path
      d="M470 40l7.5 19.9 19.4-8.8-8.8 19.4L508 78l-19.9 7.5 8.8 19.4-19.4-8.8L470 116l-7.5-19.9-19.4 8.8 8.8-19.4L432 78l19.9-7.5-8.8-19.4 19.4 8.8z"
      className="plan-sky-star"
      strokeWidth="1.5"
    />
    <path d="M0 172c90-34 190-30 300-8s210 10 300-22v58H0z" fill="currentColor" fillOpacity=".14" />
    <path d="M0 188c120-24 220-8 330-2s190-8 270-24v38H0z" fill="currentColor" fillOpacity=".2" />
  </svg>
)

/** Which programme, and in a line what it is. */
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
    <header className="plan-head" data-programme={programme ?? 'own'}>
      <Sky />
      <div className="plan-head-words">
        <h1 dir="auto">{title}</h1>
        <p>{lead}</p>
        {year === null ? null : <p className="plan-year num">{t('wizard.year', { year: String(year) })}</p>}
      </div>
    </header>
  )
}

/** Where one is on the way, and back to what is done, with everything that was chosen. */
export function StepNav({
  steps,
  step,
  path,
  wish,
}: {
  readonly steps: readonly { readonly step: Step; readonly label: string }[]
  readonly step: Step
  readonly path: string
  readonly wish: Wish
}) {
  const t = useText()
  const at = steps.findIndex((each) => each.step === step)
  return (
    <nav aria-label={t('wizard.steps')}>
      <ol className="plan-steps">
        {steps.map((each, index) => (
          <li key={each.step} data-state={index < at ? 'done' : index === at ? 'now' : 'later'}>
            {index < at ? (
              <a href={`${path}${queryOf(wish, each.step)}`}>
                <span className="visually-hidden">{t('wizard.step-done', { step: each.label })}</span>
                <span aria-hidden="true">{each.label}</span>
              </a>
            ) : (
              <span {...(index === at ? { 'aria-current': 'step' as const } : {})}>{each.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

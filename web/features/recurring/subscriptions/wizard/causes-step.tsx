import { type ReactNode, useRef, useState } from 'react'
import { required } from '#shared/collections.ts'
import { wholeShare } from '#modules/recurring/subscriptions/rules/portions.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { RadioGroup } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { toPlanRequest, type PlanData } from './plan-request.ts'
import { HiddenPlanFields } from './carried-fields.tsx'
import { evenPercents, percentOf, percentText, shareOf } from './percent.ts'
import { SummaryRail } from './summary-rail.tsx'
import { usePreview } from './use-preview.ts'
import type { PlanForm, PlanFormCause } from './plan-form.ts'
import type { Json } from '#shared/wire/json.ts'

export type ChosenCause = {
  readonly id: string
  readonly name: string
  readonly organizationName: string
  readonly zakatVerified: boolean
  readonly imageUrl: string | null
}

type Props = {
  readonly path: string
  readonly plan: PlanData
  /** The donor's choices so far; other fields are empty. */
  readonly planForm: PlanForm
  /** The form with defaults filled in, for the preview. */
  readonly likely: PlanForm
  readonly chosen: readonly ChosenCause[]
  readonly found: readonly ChosenCause[]
  readonly q: string
  readonly errors: Readonly<Record<string, string>>
  readonly lost: boolean
  readonly preview: Json<PlanPreview> | null
}

function splitEvenly(causes: readonly PlanFormCause[]): PlanFormCause[] {
  const percents = evenPercents(Math.max(1, causes.length))
  return causes.map(({ id }, index) => ({ id, percent: required(percents[index]) }))
}

/** Second step of a programme: the platform chooses the causes, or the donor picks fundraisers whose shares add up to 100 %. */
export function CausesStep({ path, plan, planForm: first, likely, chosen, found, q, errors, lost, preview }: Props) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const [planForm, set] = useState(first)
  const [known, setKnown] = useState(chosen)
  const seen = usePreview(
    preview,
    toPlanRequest({ ...likely, choosesCauses: planForm.choosesCauses, causes: planForm.causes }, plan),
  )
  const causes = planForm.causes.flatMap(({ id, percent }) => {
    const cause = known.find((cause) => cause.id === id)
    return cause ? [{ ...cause, percent }] : []
  })
  const shared = planForm.causes.reduce((sum, { percent }) => sum + (shareOf(percent) ?? 0), 0)
  const isUnread = planForm.causes.some(({ percent }) => shareOf(percent) === undefined)

  function sumText(): string {
    if (isUnread) return t('wizard.share-unread')
    if (shared === wholeShare) return t('wizard.whole')
    const percent = percentOf(Math.abs(wholeShare - shared))
    return t(shared < wholeShare ? 'wizard.unassigned' : 'wizard.excess', { percent })
  }

  /** Adds or removes a cause. An even split that the donor hasn't changed stays even. */
  function toggle(cause: ChosenCause, isOn: boolean) {
    if (!known.some(({ id }) => id === cause.id)) setKnown([...known, cause])
    const isEven = planForm.causes.every(
      ({ percent }, index) => percent === evenPercents(planForm.causes.length)[index],
    )
    const next: PlanFormCause[] = isOn
      ? [...planForm.causes, { id: cause.id, percent: '' }]
      : planForm.causes.filter(({ id }) => id !== cause.id)
    set({ ...planForm, choosesCauses: true, causes: isEven ? splitEvenly(next) : next })
  }

  return (
    <>
      <form ref={form} method="get" action={path} className="wizard-step stack-lg" aria-labelledby="step-title">
        <ErrorSummary title={t('shell.problem')} wrong={Object.entries(errors).map(([id, text]) => ({ id, text }))} />
        {/* Submits the form on Enter in a share field; otherwise the browser would click the first button, which
            splits the shares. */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true" name="step" value="confirm" />
        <h2 id="step-title">{t('wizard.causes-title')}</h2>
        {lost ? <p className="notice">{t('wizard.cause-removed')}</p> : null}
        <RadioGroup
          name="pick"
          isWide
          legend={t('wizard.pick')}
          value={planForm.choosesCauses ? 'own' : 'platform'}
          onChoose={(value) => set({ ...planForm, choosesCauses: value === 'own' })}
          choices={[
            { value: 'platform', label: t('wizard.pick-platform'), note: t('wizard.pick-platform-note') },
            { value: 'own', label: t('wizard.pick-own'), note: t('wizard.pick-own-note') },
          ]}
        />
        <div className="wizard-own stack-lg">
          <fieldset className="stack" id="causes" tabIndex={-1}>
            <legend className="wizard-legend">{t('wizard.chosen')}</legend>
            {causes.length === 0 ? <p className="quiet">{t('wizard.none-chosen')}</p> : null}
            <ul className="cause-list">
              {causes.map((cause) => (
                <CauseRow key={cause.id} cause={cause} isChosen onToggle={(isOn) => toggle(cause, isOn)}>
                  <span className="cause-share" dir="ltr">
                    <input
                      className="input num"
                      id={`share-${cause.id}`}
                      name={`share-${cause.id}`}
                      inputMode="decimal"
                      autoComplete="off"
                      maxLength={12}
                      aria-label={t('wizard.share', { cause: `\u2068${cause.name}\u2069` })}
                      aria-invalid={errors.causes || errors[`share-${cause.id}`] ? true : undefined}
                      aria-describedby={errors[`share-${cause.id}`] ? `share-${cause.id}-error` : undefined}
                      value={cause.percent}
                      onChange={(event) =>
                        set({
                          ...planForm,
                          causes: planForm.causes.map((candidate) =>
                            candidate.id === cause.id ? { ...candidate, percent: event.target.value } : candidate,
                          ),
                        })
                      }
                    />
                    <span aria-hidden="true">%</span>
                  </span>
                  {errors[`share-${cause.id}`] ? (
                    <p className="error-text cause-error" id={`share-${cause.id}-error`}>
                      {errors[`share-${cause.id}`]}
                    </p>
                  ) : null}
                </CauseRow>
              ))}
            </ul>
            {causes.length > 0 ? (
              <div className="cause-sum row-apart">
                <p role="status" className={shared === wholeShare && !isUnread ? 'quiet' : 'error-text'}>
                  {sumText()}
                </p>
                <button
                  className="button button-quiet"
                  name="split"
                  value="even"
                  onClick={(event) => {
                    event.preventDefault()
                    set({ ...planForm, causes: splitEvenly(planForm.causes) })
                  }}
                >
                  {t('wizard.even')}
                </button>
              </div>
            ) : null}
          </fieldset>
          <div className="stack">
            <div className="cause-search" role="search">
              <div className="field">
                <label htmlFor="q">{t('wizard.search')}</label>
                <input
                  id="q"
                  name="q"
                  type="search"
                  className="input"
                  defaultValue={q}
                  dir="auto"
                  maxLength={200}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                    event.preventDefault()
                    event.currentTarget.form?.requestSubmit(
                      event.currentTarget.form.querySelector<HTMLButtonElement>('[data-search]'),
                    )
                  }}
                />
              </div>
              <button className="button button-quiet" data-search>
                {t('wizard.search-button')}
              </button>
            </div>
            <p className="label">{t('wizard.found', { currency: planForm.currency })}</p>
            {found.length === 0 ? (
              <p className="quiet">{t('wizard.found-none', { currency: planForm.currency })}</p>
            ) : null}
            <ul className="cause-list">
              {found
                .filter(({ id }) => !planForm.causes.some((cause) => cause.id === id))
                .map((cause) => (
                  <CauseRow key={cause.id} cause={cause} isChosen={false} onToggle={(isOn) => toggle(cause, isOn)} />
                ))}
            </ul>
          </div>
        </div>
        <HiddenPlanFields planForm={planForm} steps={['donations', 'confirm']} />
        <button className="button button-primary wizard-go" name="step" value="confirm">
          {t('wizard.continue')}
        </button>
        <input type="hidden" name="step" value="causes" />
      </form>
      <SummaryRail
        isPlatform={!planForm.choosesCauses}
        programme={plan.programme}
        chosen={planForm}
        preview={seen.preview}
        isOld={seen.isOld}
        causes={
          planForm.choosesCauses ? causes.map(({ name, percent }) => ({ name, percent: percentText(percent) })) : []
        }
        code={plan.inviter ?? planForm.code}
      />
    </>
  )
}

function CauseRow({
  cause,
  isChosen,
  onToggle,
  children,
}: {
  readonly cause: ChosenCause
  readonly isChosen: boolean
  readonly onToggle: (isOn: boolean) => void
  readonly children?: ReactNode
}) {
  const t = useText()
  return (
    <li className="cause" data-chosen={isChosen || undefined}>
      <label>
        <input
          type="checkbox"
          name="cause"
          value={cause.id}
          checked={isChosen}
          onChange={(event) => onToggle(event.target.checked)}
        />
        <span className="cause-words">
          <span className="strong" dir="auto">
            {cause.name}
          </span>
          <span className="quiet small" dir="auto">
            {cause.organizationName}
          </span>
        </span>
        {cause.zakatVerified ? <Badge look="zakat">{t('wizard.zakat-mark')}</Badge> : null}
      </label>
      {children}
    </li>
  )
}

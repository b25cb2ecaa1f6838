import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { RadioGroup } from '#web/ui/field.tsx'
import { NightGrid } from './night-grid.tsx'
import { NightList } from './night-list.tsx'
import { chosenNights, applyQuickPick } from './nights.ts'
import type { PlanData } from '../wizard/plan-request.ts'
import { amountSpreadsOf, type AmountSpread, type PlanForm } from '../wizard/plan-form.ts'

/** Selects the nights or days and their amounts. */
export function NightsPart({
  plan,
  planForm,
  set,
  errors,
}: {
  readonly plan: PlanData
  readonly planForm: PlanForm
  readonly set: (change: Partial<PlanForm>) => void
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const areDays = plan.programme === 'DhulHijjah'
  const { nights } = plan
  const chosen = chosenNights(nights, planForm)
  const isList = planForm.isList || planForm.spread === 'own'
  const toggle = (number: number, isOn: boolean) =>
    set({ nights: isOn ? [...chosen, number].sort((a, b) => a - b) : chosen.filter((value) => value !== number) })
  const without = (control: string) =>
    Object.fromEntries(Object.entries(planForm.refused).filter(([text]) => text !== control))
  const has = (number: number) => nights.some((night) => night.number === number && !night.isPast)
  const quick = areDays
    ? (['all'] as const)
    : (['all', 'last-ten', 'odd', ...(has(27) ? (['27'] as const) : [])] as const)
  return (
    <>
      <AmountInput
        id="amount"
        label={t(areDays ? 'wizard.amount-day' : 'wizard.amount-night')}
        code={planForm.currency}
        value={planForm.refused.amount ?? planForm.amount ?? '0'}
        onType={(amount) => set({ amount, refused: without('amount') })}
        error={errors.amount}
        droppedNotice={t('shell.fraction-dropped')}
      />
      <RadioGroup
        name="spread"
        isWide
        legend={t(areDays ? 'wizard.spread-days' : 'wizard.spread')}
        value={planForm.spread}
        onChoose={(value) => set({ spread: value as AmountSpread })}
        choices={amountSpreadsOf(plan.programme).map((value) => ({ value, label: t(`wizard.spread-${value}`) }))}
      />
      <button className="button button-quiet script-hidden">{t('wizard.update')}</button>
      <section
        className="stack night-calendar"
        id="nights"
        tabIndex={-1}
        aria-labelledby="nights-title"
        data-look={isList ? 'list' : 'sky'}
        data-programme={plan.programme}
      >
        <div className="night-head">
          <h3 id="nights-title">{t(areDays ? 'wizard.days-title' : 'wizard.nights-title')}</h3>
          <p role="status" className="num">
            {t('wizard.chosen-count', { count: chosen.length })}
          </p>
        </div>
        <p className="small" id="grid-hint">
          {t(areDays ? 'wizard.grid-hint-days' : 'wizard.grid-hint')}
        </p>
        {errors.nights ? <p className="error-text night-error">{errors.nights}</p> : null}
        <div className="night-tools">
          <div role="group" aria-label={t('wizard.quick-picks')} className="night-picks">
            {quick.map((pick) => (
              <button
                key={pick}
                className="night-pick"
                name="quick"
                value={pick}
                onClick={(event) => {
                  event.preventDefault()
                  const { nights: those, spread, own } = applyQuickPick(planForm, pick, nights)
                  set({ nights: those, spread, own })
                }}
              >
                {t(`wizard.pick-${pick}`)}
              </button>
            ))}
          </div>
          {planForm.spread === 'own' ? null : (
            <div role="group" aria-label={t('wizard.view')} className="night-picks">
              {(['grid', 'list'] as const).map((view) => (
                <button
                  key={view}
                  className="night-pick"
                  name="view"
                  value={view}
                  aria-pressed={(view === 'list') === isList}
                  onClick={(event) => {
                    event.preventDefault()
                    set({ isList: view === 'list' })
                  }}
                >
                  {t(`wizard.view-${view}`)}
                </button>
              ))}
            </div>
          )}
        </div>
        <input type="hidden" name="nights" value="chosen" />
        <input type="hidden" name="view" value={planForm.isList ? 'list' : 'grid'} />
        {isList ? (
          <NightList
            nights={nights}
            planForm={planForm}
            areDays={areDays}
            errors={errors}
            onToggle={toggle}
            onType={(number, amount) =>
              set({ own: { ...planForm.own, [String(number)]: amount }, refused: without(`a${number}`) })
            }
          />
        ) : (
          <NightGrid nights={nights} planForm={planForm} areDays={areDays} onToggle={toggle} />
        )}
      </section>
    </>
  )
}

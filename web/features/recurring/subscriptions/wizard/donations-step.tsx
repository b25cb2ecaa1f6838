import { useEffect, useState } from 'react'
import { exponentOf } from '#shared/money.ts'
import { calendarGroups } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { useUnfinishedForm } from '#web/lib/unfinished-form.ts'
import { useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { RadioGroup, Select, TextInput } from '#web/ui/field.tsx'
import { wholeUnitsOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import { LevelRadios } from '#web/features/money/giving/form/donation-parts.tsx'
import { toPlanRequest, levelOfPlanForm, type PlanData } from './plan-request.ts'
import { HiddenPlanFields } from './carried-fields.tsx'
import { CurrencyPart } from './currency-part.tsx'
import { NightsPart } from '../calendar/nights-part.tsx'
import { useWholeText } from '../calendar/night-grid.tsx'
import { zoneCity } from '#shared/zones.ts'
import { hasNumberedDays } from './programme.ts'
import { SummaryRail } from './summary-rail.tsx'
import { usePreview } from './use-preview.ts'
import { type PlanFrequency, type PlanForm, queryOf } from './plan-form.ts'
import type { Json } from '#shared/wire/json.ts'
import { ZoneOptions } from '#web/features/platform/addresses/zone-options.tsx'
import type { ZoneChoice } from '#shared/texts/zone-names.ts'

type Props = {
  readonly path: string
  readonly plan: PlanData
  readonly planForm: PlanForm
  /** The fundraiser's frequencies; empty for programmes. */
  readonly offered: readonly { readonly frequency: PlanFrequency; readonly givingPlanId: string }[]
  readonly inUrl: { readonly zone: boolean; readonly amount: boolean; readonly frequency: boolean }
  /** Currencies of open fundraisers; empty for a fundraiser's own plan, which uses the fundraiser's currency. */
  readonly currencies: readonly string[]
  /** Whether a chosen cause is no longer available in this currency. */
  readonly lost: boolean
  readonly causes: readonly { readonly name: string; readonly percent: string }[]
  readonly zones: readonly ZoneChoice[]
  readonly today: string
  readonly errors: Readonly<Record<string, string>>
  readonly preview: Json<PlanPreview> | null
  /** Whether the donor already has this plan; the form is then not stored (S2 §4). */
  readonly signedUp: boolean
  /** Whether the donor is logged in; a giving level needs an account. */
  readonly isSignedIn: boolean
}

const oftenWords = { day: 'wizard.daily', week: 'wizard.weekly', month: 'wizard.monthly' } as const

/** First step: frequency, nights, amount and currency. */
export function DonationsStep({
  path,
  plan: first,
  planForm: read,
  offered,
  inUrl,
  currencies,
  lost,
  causes,
  zones,
  today,
  errors,
  preview,
  signedUp,
  isSignedIn,
}: Props) {
  const t = useText()
  const [planForm, setPlanForm] = useState(read)
  const set = (change: Partial<PlanForm>) => {
    setPlanForm((now) => ({ ...now, ...change }))
    unfinished.touch(...(Object.keys(change) as (keyof PlanForm)[]))
  }
  const type = (amount: string) => set({ amount, refused: {} })
  const counted = hasNumberedDays(first.programme)
  const plan = {
    ...first,
    givingPlanId: offered.find(({ frequency }) => frequency === planForm.frequency)?.givingPlanId ?? first.givingPlanId,
  }
  const level = levelOfPlanForm(planForm, plan)
  const seen = usePreview(preview, toPlanRequest(planForm, plan))
  const show = useWholeText(planForm.currency)

  useEffect(() => {
    // Values in the URL win over those of the browser and its storage; input from before hydration wins over both.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const amount = readStored('donationAmount')
    const stored = offered.find(({ givingPlanId }) => givingPlanId === readStored('donationPlan'))
    setPlanForm((now) => ({
      ...now,
      ...(!inUrl.zone && zones.some((choice) => choice.zone === zone) && now.zone === read.zone ? { zone } : {}),
      ...(!inUrl.amount && !counted && !level && amount?.currency === read.currency && now.amount === read.amount
        ? { amount: amount.amount }
        : {}),
      ...(!inUrl.frequency && stored && now.frequency === read.frequency ? { frequency: stored.frequency } : {}),
    }))
    if (signedUp) writeStored('donationPlan', undefined)
    // Runs once, after hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const unfinished = useUnfinishedForm({
    name: `plan-step${path}`,
    link: queryOf(read, 'donations'),
    form: planForm,
    restore: async (values, { isSameLink, isTouched }) => {
      const fields = isSameLink ? (Object.keys(values) as (keyof PlanForm)[]).filter((field) => !isTouched(field)) : []
      setPlanForm((now) => ({ ...now, ...Object.fromEntries(fields.map((field) => [field, values[field]])) }))
      return fields
    },
  })

  /** "Change selection" resets the amount (S1 §4). */
  const chooseLevel = (id: string) =>
    set({ level: id || undefined, ...(id === '' ? { amount: wholeUnitsOf(defaultAmount(planForm.currency)) } : {}) })

  function stepTitle() {
    if (counted) return plan.programme === 'DhulHijjah' ? 'wizard.step-days' : 'wizard.step-nights'
    return offered.length > 0 ? 'wizard.step-often' : 'wizard.step-donations'
  }

  function keep() {
    // The next page's URL has all choices.
    unfinished.finish()
    if (signedUp) return
    writeStored('donationPlan', plan.givingPlanId)
    if (!counted && !level && planForm.amount && planForm.refused.amount === undefined)
      writeStored('donationAmount', { amount: planForm.amount, currency: planForm.currency })
  }

  return (
    <>
      <form
        method="get"
        action={path}
        className="wizard-step stack-lg"
        noValidate
        aria-labelledby="step-title"
        onSubmit={keep}
      >
        <ErrorSummary title={t('shell.problem')} wrong={Object.entries(errors).map(([id, text]) => ({ id, text }))} />
        <h2 id="step-title">{t(stepTitle())}</h2>
        {lost ? <p className="notice">{t('wizard.cause-removed')}</p> : null}
        {offered.length > 0 ? (
          <RadioGroup
            name="frequencyType"
            isLarge
            legend={t('wizard.often')}
            value={planForm.frequency}
            onChoose={(value) => set({ frequency: value as PlanFrequency })}
            choices={offered.map(({ frequency }) => ({ value: frequency, label: t(oftenWords[frequency]) }))}
          />
        ) : null}
        {counted ? (
          <NightsPart plan={plan} planForm={planForm} set={set} errors={errors} />
        ) : (
          <LevelRadios
            levels={plan.levels}
            currency={planForm.currency}
            chosen={planForm.level ?? ''}
            hint={t(isSignedIn ? 'wizard.level-hint' : 'wizard.level-hint-guest')}
            error={errors.level}
            onChoose={chooseLevel}
          />
        )}
        {counted ? null : (
          // A level sets the amount. Without JavaScript the field stays visible, since the donor may choose another
          // option.
          <div className={level ? 'stack script-hidden' : 'stack'}>
            <div className="field no-script-hidden">
              <p className="label" id="quick-label">
                {t('wizard.quick')}
              </p>
              <div className="chips" role="group" aria-labelledby="quick-label">
                {quickAmounts(planForm.currency).map((amount) => (
                  <button
                    key={wholeUnitsOf(amount)}
                    type="button"
                    className="chip chip-lg"
                    aria-pressed={planForm.amount === wholeUnitsOf(amount)}
                    onClick={() => type(wholeUnitsOf(amount))}
                  >
                    <bdi>{show(amount.amount / 10n ** BigInt(exponentOf(planForm.currency)))}</bdi>
                  </button>
                ))}
              </div>
            </div>
            <AmountInput
              id="amount"
              label={t('wizard.amount-each')}
              code={planForm.currency}
              value={planForm.refused.amount ?? planForm.amount ?? '0'}
              onType={type}
              error={errors.amount}
              droppedNotice={t('shell.fraction-dropped')}
            />
          </div>
        )}
        {first.programme ? <CurrencyPart planForm={planForm} currencies={currencies} /> : null}
        <details className="wizard-more" open={Boolean(errors.startsOn || errors.until || errors.zone)}>
          <summary>
            {t('wizard.when')} <span className="quiet small">{zoneCity(planForm.zone)}</span>
          </summary>
          <div className="stack">
            {counted ? null : (
              <div className="columns">
                <TextInput
                  id="startsOn"
                  type="date"
                  label={t('wizard.starts')}
                  hint={t('wizard.starts-hint')}
                  min={today}
                  value={planForm.startsOn}
                  error={errors.startsOn}
                  onChange={(event) => set({ startsOn: event.target.value })}
                />
                <TextInput
                  id="until"
                  type="date"
                  label={t('wizard.until')}
                  hint={t('wizard.until-hint')}
                  min={today}
                  value={planForm.until}
                  error={errors.until}
                  onChange={(event) => set({ until: event.target.value })}
                />
              </div>
            )}
            <Select
              id="zone"
              label={t('wizard.zone')}
              hint={t('wizard.zone-hint')}
              value={planForm.zone}
              error={errors.zone}
              onChange={(event) => set({ zone: event.target.value })}
            >
              <ZoneOptions zones={zones} />
            </Select>
            {counted ? (
              <Select
                id="calendar"
                label={t('wizard.calendar')}
                hint={t('wizard.calendar-hint')}
                defaultValue={planForm.calendar}
                onChange={(event) => {
                  // Only the server can calculate another calendar's nights.
                  event.target.form?.requestSubmit(event.target.form.querySelector<HTMLButtonElement>('[data-again]'))
                }}
              >
                {calendarGroups.map((group) => (
                  <option key={group} value={group}>
                    {t(`wizard.calendar-${group}`)}
                  </option>
                ))}
              </Select>
            ) : null}
            <button className="button button-quiet script-hidden" data-again>
              {t('wizard.update')}
            </button>
          </div>
        </details>
        <HiddenPlanFields planForm={planForm} steps={first.programme ? ['causes', 'confirm'] : ['confirm']} />
        <button className="button button-primary wizard-go" name="step" value={first.programme ? 'causes' : 'confirm'}>
          {t('wizard.continue')}
        </button>
        <input type="hidden" name="step" value="donations" />
      </form>
      <SummaryRail
        isPlatform={plan.programme !== null && !planForm.choosesCauses}
        programme={plan.programme}
        chosen={planForm}
        preview={seen.preview}
        isOld={seen.isOld}
        causes={causes}
        level={level?.title}
        code={plan.inviter ?? planForm.code}
      />
    </>
  )
}

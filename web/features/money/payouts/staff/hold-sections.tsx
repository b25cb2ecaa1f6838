import { isolate } from '#shared/text.ts'
import { useDayText } from '#web/features/money/refunds/refund-marks.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { charityForms } from './charity-forms.ts'
import type { StaffPayouts } from './drafts.ts'

type Control = ReturnType<FormView<typeof charityForms.lift>['control']>

function CharitySelect({
  control,
  charities,
}: {
  readonly control: Control
  readonly charities: StaffPayouts['charities']
}) {
  const t = useText()
  return (
    <Select {...control} label={t('staff-payouts.charity')}>
      <option value="">{t('staff-payouts.choose-charity')}</option>
      {charities.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** The holds that staff set, with a form to lift each, and the form for a new one. */
export function HoldSection({
  holds,
  charities,
  form,
}: Pick<StaffPayouts, 'holds' | 'charities'> & { readonly form: FormView<typeof charityForms.hold> }) {
  const t = useText()
  const day = useDayText()
  return (
    <section className="card card-in stack" aria-labelledby="holds">
      <h2 id="holds" tabIndex={-1}>
        {t('staff-payouts.holds')}
      </h2>
      <p className="quiet">{t('staff-payouts.holds-lead')}</p>
      <ul className="payout-list">
        {holds.map(({ charity, reason, setAt }) => (
          <li key={charity.id} className="payout-row">
            <p id={`hold-of-${charity.id}`}>
              <bdi className="strong">{charity.name}</bdi>{' '}
              <span className="quiet small">{t('staff-payouts.since', { date: isolate(day(setAt)) })}</span>
            </p>
            <p dir="auto">{reason}</p>
            <PageForm>
              <input type="hidden" name="charity" value={charity.id} />
              <button
                className="button button-quiet"
                name="intent"
                value="lift"
                aria-describedby={`hold-of-${charity.id}`}
              >
                {t('staff-payouts.lift')}
              </button>
            </PageForm>
          </li>
        ))}
      </ul>
      <PageForm className="stack account-form" noValidate>
        <h3>{t('staff-payouts.hold-new')}</h3>
        <CharitySelect control={form.control('charity')} charities={charities} />
        <TextArea
          {...form.control('reason')}
          label={t('staff-payouts.note')}
          hint={t('staff-payouts.hold-hint')}
          rows={2}
          required
        />
        <button className="button button-primary" name="intent" value="hold">
          {t('staff-payouts.hold')}
        </button>
      </PageForm>
    </section>
  )
}

/** The charities with a reserve of their own, and the form that sets one. */
export function ReserveSection({
  reserves,
  reservePercent,
  charities,
  form,
}: Pick<StaffPayouts, 'reserves' | 'reservePercent' | 'charities'> & {
  readonly form: FormView<typeof charityForms.reserve>
}) {
  const t = useText()
  const day = useDayText()
  return (
    <section className="card card-in stack" aria-labelledby="reserves">
      <h2 id="reserves">{t('staff-payouts.reserves')}</h2>
      <p className="quiet">{t('staff-payouts.reserves-lead', { percent: reservePercent })}</p>
      <ul className="payout-list">
        {reserves.map(({ charity, percent, reason, setAt }) => (
          <li key={charity.id} className="payout-row">
            <p>
              <bdi className="strong">{charity.name}</bdi>{' '}
              {t('staff-payouts.reserve-percent', { percent, date: isolate(day(setAt)) })}
            </p>
            <p dir="auto">{reason}</p>
          </li>
        ))}
      </ul>
      <PageForm className="stack account-form" noValidate>
        <h3>{t('staff-payouts.reserve-new')}</h3>
        <CharitySelect control={form.control('charity')} charities={charities} />
        <TextInput
          {...form.control('percent')}
          label={t('staff-payouts.percent')}
          hint={t('staff-payouts.percent-hint')}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          required
        />
        <TextArea {...form.control('reason')} label={t('staff-payouts.note')} rows={2} required />
        <button className="button button-primary" name="intent" value="reserve">
          {t('staff-payouts.reserve-save')}
        </button>
      </PageForm>
    </section>
  )
}

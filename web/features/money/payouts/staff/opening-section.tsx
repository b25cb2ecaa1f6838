import { isolate } from '#shared/text.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { charityForms } from './charity-forms.ts'
import type { Proposal, StaffPayouts } from './drafts.ts'
import { ProposalNotice } from './proposal-notice.tsx'

type OpeningForm = FormView<typeof charityForms.opening>
type Missing = {
  readonly opening: StaffPayouts['openings'][number]
  readonly form: OpeningForm
  readonly proposal: Proposal | undefined
}

/** Charities with donations from before payouts, each with the form that records what they were paid. */
export function OpeningSection({
  missing,
  approvalsNeeded,
}: {
  readonly missing: readonly Missing[]
  readonly approvalsNeeded: number
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="openings">
      <h2 id="openings">{t('staff-payouts.openings')}</h2>
      <p className="quiet">{t(missing.length === 0 ? 'staff-payouts.openings-none' : 'staff-payouts.openings-lead')}</p>
      <ul className="payout-list">
        {missing.map(({ opening, form, proposal }) => (
          <li key={`${opening.charity.id} ${opening.currency}`} className="payout-row">
            <div className="row-apart row-baseline">
              <span>
                <bdi className="strong">{opening.charity.name}</bdi> · <bdi>{opening.currency}</bdi>
              </span>
              <span>
                {t('staff-payouts.zakat')}{' '}
                <Amount minor={opening.zakat} currency={opening.currency} fractions="always" /> ·{' '}
                {t('staff-payouts.rest')} <Amount minor={opening.rest} currency={opening.currency} fractions="always" />
              </span>
            </div>
            <details className="payout-more" open={form.isRefused || proposal !== undefined}>
              <summary>
                {t('staff-payouts.opening-open')}{' '}
                <span className="visually-hidden">{isolate(opening.charity.name)}</span>
              </summary>
              <ProposalNotice proposal={proposal} approvalsNeeded={approvalsNeeded} />
              {proposal?.details.result === 'nothing' ? <p>{t('staff-payouts.opening-proposed-nothing')}</p> : null}
              <PageForm className="stack account-form" noValidate>
                <input type="hidden" name="intent" value="opening" />
                <input type="hidden" name="charity" value={opening.charity.id} />
                <input type="hidden" name="currency" value={opening.currency} />
                <TextInput
                  {...form.control('until')}
                  type="datetime-local"
                  label={t('staff-payouts.until')}
                  hint={t('staff-payouts.until-hint')}
                />
                <ExactAmountInput {...form.control('zakat')} label={t('staff-payouts.opening-zakat')} />
                <ExactAmountInput {...form.control('rest')} label={t('staff-payouts.opening-rest')} />
                <div className="button-row">
                  <button className="button button-primary" name="result" value="paid-outside">
                    {t('staff-payouts.opening-paid')}
                  </button>
                  <button className="button button-quiet" name="result" value="nothing">
                    {t('staff-payouts.opening-nothing')}
                  </button>
                </div>
              </PageForm>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

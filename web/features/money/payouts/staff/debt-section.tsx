import { isolate } from '#shared/text.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import type { FormView } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { ExactAmountInput } from '#web/ui/exact-amount-input.tsx'
import { Select, TextArea } from '#web/ui/field.tsx'
import type { charityForms } from './charity-forms.ts'
import type { Proposal, StaffPayouts } from './drafts.ts'
import { ProposalNotice } from './proposal-notice.tsx'

type Debt = StaffPayouts['debts'][number]
type DebtForm = FormView<typeof charityForms.debt>
type Owing = {
  readonly debt: Debt
  readonly campaign: Debt['campaigns'][number]
  readonly form: DebtForm
  /** What was proposed about this fundraiser's debt. */
  readonly proposal: Proposal | undefined
}

/** Charities that owe money, by fundraiser, each with the form that books a repayment or writes the debt off. */
export function DebtSection({
  owing,
  approvalsNeeded,
}: {
  readonly owing: readonly Owing[]
  readonly approvalsNeeded: number
}) {
  const t = useText()
  return (
    <section className="card card-in stack" aria-labelledby="debts">
      <h2 id="debts">{t('staff-payouts.debts')}</h2>
      <p className="quiet">{t(owing.length === 0 ? 'staff-payouts.debts-none' : 'staff-payouts.debts-lead')}</p>
      <ul className="payout-list">
        {owing.map((one) => (
          <OwingCampaign
            key={`${one.campaign.id} ${one.debt.kind} ${one.debt.currency}`}
            {...one}
            approvalsNeeded={approvalsNeeded}
          />
        ))}
      </ul>
    </section>
  )
}

function OwingCampaign({
  debt,
  campaign,
  form,
  proposal,
  approvalsNeeded,
}: Owing & { readonly approvalsNeeded: number }) {
  const t = useText()
  return (
    <li className="payout-row">
      <div className="row-apart row-baseline">
        <span>
          <bdi className="strong">{debt.charity.name}</bdi> · <bdi>{campaign.name}</bdi> ·{' '}
          {t(`staff-payouts.${debt.kind}`)}
        </span>
        <span className="strong">
          <Amount minor={campaign.amount} currency={debt.currency} fractions="always" />
        </span>
      </div>
      {campaign.amount === debt.amount ? null : (
        <p className="quiet small">
          {t('staff-payouts.debt-netted')} <Amount minor={debt.amount} currency={debt.currency} fractions="always" />
        </p>
      )}
      <details className="payout-more" open={form.isRefused || proposal !== undefined}>
        <summary>
          {t('staff-payouts.settle-open')} <span className="visually-hidden">{isolate(campaign.name)}</span>
        </summary>
        <ProposalNotice proposal={proposal} approvalsNeeded={approvalsNeeded} />
        <PageForm className="stack account-form" noValidate>
          <input type="hidden" name="charity" value={debt.charity.id} />
          <input type="hidden" name="currency" value={debt.currency} />
          <input type="hidden" name="kind" value={debt.kind} />
          <input type="hidden" name="campaign" value={campaign.id} />
          <Select {...form.control('how')} label={t('staff-payouts.how')}>
            <option value="repaid">{t('staff-payouts.how-repaid')}</option>
            <option value="written-off">{t('staff-payouts.how-written-off')}</option>
          </Select>
          <ExactAmountInput {...form.control('amount')} label={t('staff-payouts.amount')} />
          <TextArea {...form.control('reason')} label={t('staff-payouts.note')} rows={2} required />
          <button className="button button-primary" name="intent" value="debt">
            {t('staff-payouts.settle')}
          </button>
        </PageForm>
      </details>
    </li>
  )
}

import '#web/features/money/payouts/staff/staff-payouts.css'
import {
  charityForms,
  debtInput,
  fieldAmount,
  fieldInstant,
  openingInput,
  readPercent,
} from '#web/features/money/payouts/staff/charity-forms.ts'
import { DebtSection } from '#web/features/money/payouts/staff/debt-section.tsx'
import { proposalAbout } from '#web/features/money/payouts/staff/drafts.ts'
import { HoldSection, ReserveSection } from '#web/features/money/payouts/staff/hold-sections.tsx'
import { OpeningSection } from '#web/features/money/payouts/staff/opening-section.tsx'
import { PayoutsHead } from '#web/features/money/payouts/staff/payout-parts.tsx'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { submitForms } from '#web/kit/submit-form.ts'
import { sentAs, viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/charities'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/payouts-staff', 'faith/faults']

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, now, hasPayouts }) => {
    if (!hasPayouts) throw new Response(null, { status: 404 })
    const { approvalsNeeded, holds, reserves, reservePercent, charities, debts, openings, proposals } = await api(
      'GET /v4/staff/payouts',
      {},
    )
    return {
      approvalsNeeded,
      holds,
      reserves,
      reservePercent,
      charities,
      until: fieldInstant(now().toISOString()),
      owing: debts.flatMap((debt) => {
        const proposal = proposalAbout(proposals, `debt:${debt.charity.id}:${debt.currency}:${debt.kind}`)
        return debt.campaigns.map((campaign) => ({
          debt,
          campaign,
          proposal: proposal?.details.campaign === campaign.id ? proposal : undefined,
        }))
      }),
      missing: openings.map((opening) => ({
        opening,
        proposal: proposalAbout(proposals, `opening:${opening.charity.id}:${opening.currency}`),
      })),
    }
  })

/** Sets or lifts a hold, sets a reserve, settles a debt, or records what a charity was paid before payouts. */
export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    charityForms,
    {
      hold: async ({ charity: organizationId, reason }, { api }) => {
        await api('POST /v4/staff/charities/:organizationId/payout-hold', { organizationId, reason })
        return '?done=hold'
      },
      lift: async ({ charity: organizationId }, { api }) => {
        await api('DELETE /v4/staff/charities/:organizationId/payout-hold', { organizationId })
        return '?done=lifted'
      },
      reserve: async ({ charity: organizationId, percent, reason }, { api }) => {
        const input = { organizationId, percent: readPercent(percent), reason }
        await api('POST /v4/staff/charities/:organizationId/payout-reserve', input)
        return '?done=reserve'
      },
      debt: async (values, { api }) => {
        const { result } = await api('POST /v4/staff/charities/:organizationId/payout-debts', debtInput(values))
        return result === 'done' ? '?done=debt' : '?done=proposed'
      },
      opening: async (values, { api }) => {
        const { result } = await api('POST /v4/staff/charities/:organizationId/payout-opening', openingInput(values))
        return result === 'done' ? '?done=opening' : '?done=proposed'
      },
    },
    { decisions: ['hold', 'lift', 'reserve', 'debt', 'opening'] },
  )

const done = {
  hold: 'staff-payouts.done-hold',
  lifted: 'staff-payouts.done-lifted',
  reserve: 'staff-payouts.done-reserve',
  debt: 'staff-payouts.done-debt',
  opening: 'staff-payouts.done-opening',
  proposed: 'staff-payouts.done-proposed',
} as const

/** Holds, reserves, debts, and charities with donations from before payouts. */
export default function StaffPayoutCharities({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { approvalsNeeded, until } = loaderData
  const title = t('staff-payouts.charities')
  const texts = { reason: t('staff-payouts.reason-missing') }
  const holdForm = viewForm(charityForms.hold, sentAs(actionData, 'hold'), {}, { prefix: 'hold-', texts })
  const reserveForm = viewForm(
    charityForms.reserve,
    sentAs(actionData, 'reserve'),
    {},
    { prefix: 'reserve-', texts: { ...texts, percent: t('staff-payouts.percent-wrong') } },
  )
  const debtSent = sentAs(actionData, 'debt')
  const owing = loaderData.owing.map((one) => {
    const { debt, campaign, proposal } = one
    const { values } = debtSent ?? {}
    const isSent = values?.campaign === campaign.id && values.kind === debt.kind && values.currency === debt.currency
    const form = viewForm(
      charityForms.debt,
      isSent ? debtSent : undefined,
      {
        how: proposal?.details.how === 'written-off' ? 'written-off' : 'repaid',
        amount: fieldAmount(proposal?.details.amount ?? campaign.amount, debt.currency),
        reason: proposal?.details.reason,
      },
      { prefix: `debt-${campaign.id}-${debt.kind}-${debt.currency}-`, texts },
    )
    return { ...one, form }
  })
  const openingSent = sentAs(actionData, 'opening')
  const missing = loaderData.missing.map((one) => {
    const { opening, proposal } = one
    const { values } = openingSent ?? {}
    const details = proposal?.details ?? {}
    const form = viewForm(
      charityForms.opening,
      values?.charity === opening.charity.id && values.currency === opening.currency ? openingSent : undefined,
      {
        until: details.until ? fieldInstant(details.until) : until,
        zakat: fieldAmount(details.zakat ?? opening.zakat, opening.currency),
        rest: fieldAmount(details.rest ?? opening.rest, opening.currency),
      },
      { prefix: `opening-${opening.charity.id}-${opening.currency}-` },
    )
    return { ...one, form }
  })
  const forms = [holdForm, reserveForm, ...owing.map(({ form }) => form), ...missing.map(({ form }) => form)]
  return (
    <>
      <PayoutsHead title={title} lead={t('staff-payouts.charities-lead')} here="/staff/payouts/charities" />
      <FormResult title={title} sent={actionData} forms={forms} first="holds" done={done} />
      <OpeningSection missing={missing} approvalsNeeded={approvalsNeeded} />
      <DebtSection owing={owing} approvalsNeeded={approvalsNeeded} />
      <HoldSection holds={loaderData.holds} charities={loaderData.charities} form={holdForm} />
      <ReserveSection
        reserves={loaderData.reserves}
        reservePercent={loaderData.reservePercent}
        charities={loaderData.charities}
        form={reserveForm}
      />
    </>
  )
}

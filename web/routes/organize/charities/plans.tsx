import '#web/features/organizers/charity-donors/charity-donors.css'
import '#web/features/organizers/organizing/table.css'
import { subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { queryOf } from '#web/features/organizers/charity-donors/donation-filters.ts'
import { PlanTable } from '#web/features/organizers/charity-donors/plan-table.tsx'
import { shownPlan } from '#web/features/organizers/charity-donors/shown-plan.ts'
import { shortDay } from '#web/features/organizers/organizing/days.ts'
import { hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { Pager } from '#web/kit/pager.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Checkbox, Select, TextArea } from '#web/ui/field.tsx'
import type { Route } from './+types/plans'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

export const cancelFields = { planId: hidden, reason: text(500) }
const done = { cancelled: 'charity-donors.plan-was-cancelled' } as const

const filtersOf = (query: URLSearchParams) => {
  const state = subscriptionStates.find((known) => known === query.get('state'))
  const failing = query.get('failing') === 'yes' ? ('yes' as const) : undefined
  return { ...(state ? { state } : {}), ...(failing ? { failing } : {}) }
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, locale, params: { organizationId }, query }) => {
    const filters = filtersOf(query)
    const before = query.get('before')
    const { charity, ...page } = await api('GET /v4/organizations/:organizationId/donor-plans', {
      organizationId,
      ...filters,
      ...(before ? { before } : {}),
    })
    return {
      ...page,
      charity: charity.name,
      plans: page.plans.map((plan) => shownPlan(plan, (date) => shortDay(date, locale, { withYear: true }))),
      filters,
      isFirst: before === null,
    }
  })

/** Cancels a plan; the donor gets the reason by mail. */
export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    cancelFields,
    async (values, { api }) => {
      const { organizationId } = args.params
      await api('POST /v4/organizations/:organizationId/donor-plans/:planId/cancellation', {
        organizationId,
        ...values,
      })
      return '?done=cancelled'
    },
    { decisions: ['form'] },
  )

/** The plans of a charity's donors: state, next date, failures and mails. */
export default function CharityPlans({
  loaderData: { charity, plans, next, filters, canCancel, isFirst },
  actionData,
  params: { organizationId },
}: Route.ComponentProps) {
  const t = useText()
  const path = `/organize/charities/${organizationId}/plans`
  const title = t('charity-donors.plans')
  const refusedPlan = actionData?.values.planId ?? ''
  const form = viewForm(cancelFields, actionData, {}, { prefix: `${refusedPlan}-` })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div className="stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('charity-donors.plans-lead', { charity: `\u2068${charity}\u2069` })}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      <form method="get" action={path} className="charity-donors-search">
        <Select id="state" label={t('charity-donors.state')} defaultValue={filters.state ?? ''}>
          <option value="">{t('charity-donors.all')}</option>
          {subscriptionStates.map((state) => (
            <option key={state} value={state}>
              {t(`charity-donors.plan-${state}`)}
            </option>
          ))}
        </Select>
        <Checkbox
          id="failing"
          value="yes"
          label={t('charity-donors.failing')}
          defaultChecked={filters.failing === 'yes'}
        />
        <Button look="quiet">{t('charity-donors.apply')}</Button>
      </form>
      {plans.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'charity-donors.no-plans-found' : 'charity-donors.no-plans')} />
      ) : (
        <PlanTable
          label={title}
          plans={plans}
          donorPath={`/organize/charities/${organizationId}/donors`}
          {...(canCancel
            ? {
                actionOf: (plan) =>
                  plan.state === 'cancelled' || plan.state === 'ended' ? null : (
                    <details open={plan.id === refusedPlan}>
                      <summary>{t('charity-donors.cancel-plan')}</summary>
                      <PageForm className="stack charity-donors-cancel">
                        <input type="hidden" name="planId" value={plan.id} />
                        <TextArea
                          {...(plan.id === refusedPlan
                            ? form.control('reason')
                            : { id: `${plan.id}-reason`, name: 'reason', maxLength: 500 })}
                          label={t('charity-donors.cancel-reason')}
                          hint={t('charity-donors.cancel-hint')}
                          rows={3}
                        />
                        <Button look="danger">{t('charity-donors.cancel-plan')}</Button>
                      </PageForm>
                    </details>
                  ),
              }
            : {})}
        />
      )}
      <Pager
        label={t('charity-donors.pages')}
        newest={isFirst ? undefined : { href: path + queryOf(filters), text: t('charity-donors.newest') }}
        older={
          next ? { href: path + queryOf({ ...filters, before: next }), text: t('charity-donors.older') } : undefined
        }
      />
    </div>
  )
}

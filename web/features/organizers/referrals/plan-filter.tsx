import type { Frequency } from '#modules/recurring/plans/rules/plan.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'

type Plan = { readonly givingPlanId: string; readonly programme: Programme | null; readonly frequency: Frequency }

/** Filters by giving plan; a plain form. */
export function PlanFilter({
  path,
  plans,
  chosen,
}: {
  readonly path: string
  readonly plans: readonly Plan[]
  readonly chosen: string | null
}) {
  const t = useText()
  if (plans.length === 0) return null
  return (
    <form method="get" action={path} className="referral-filter">
      <Select id="plan" label={t('referrals.plan')} defaultValue={chosen ?? ''}>
        <option value="">{t('referrals.plan-all')}</option>
        {plans.map(({ givingPlanId, programme, frequency }) => (
          <option key={givingPlanId} value={givingPlanId}>
            {t(programme ? `programme.${programme}` : `referrals.${frequency}`)}
          </option>
        ))}
      </Select>
      <Button look="quiet">{t('referrals.plan-show')}</Button>
    </form>
  )
}

import type { Currency } from '#shared/currencies.ts'
import type { Ports } from '#shared/ports.ts'

/** SQL of the plans of a charity ($1) and the share of each that goes to its campaigns, in ten-thousandths. */
const plansOfCharity = `
  select s.id, s.state, s.reason, s.currency, s.schedule->>'kind' as kind, s.portions, s.failures, s.created_at,
    s.closed_at, sum((x->>'share')::integer) as share
  from campaigns.campaign c
  join subscriptions.subscription s
    on s.causes @> jsonb_build_array(jsonb_build_object('campaignId', c.id::text))
  cross join lateral jsonb_array_elements(s.causes) x
  where c.organization_id = $1 and x->>'campaignId' = c.id::text
    and s.reason is distinct from 'email-unconfirmed'
  group by s.id
`
/** SQL condition of a plan whose last charge failed, or that waits for a card. */
const isFailing = `(s.state = 'needs-card' or s.state = 'active' and s.failures > 0)`

export type PlanSums = {
  readonly currency: Currency
  /** Kind of its schedule. */
  readonly kind: string
  readonly active: number
  /** What the active ones give each time, the charity's share. */
  readonly gift: bigint
  readonly failing: number
  readonly started: number
  readonly startedBefore: number
  readonly ended: number
  readonly endedBefore: number
}

/** Sums a charity's plans by currency and schedule. `from` to `to` is the period; `before` the start of the one before. */
export const sumPlans = (
  ports: Ports,
  organizationId: bigint,
  period: { readonly from: Date; readonly to: Date; readonly before: { readonly from: Date; readonly to: Date } },
): Promise<PlanSums[]> =>
  ports.statement(
    'workspace.plans',
    `
      with plan as materialized (${plansOfCharity})
      select
        s.currency,
        s.kind,
        count(*) filter (where s.state = 'active')::integer as active,
        coalesce(sum((s.portions->'each'->>'gift')::bigint * s.share / 10000) filter (where s.state = 'active'), 0)::bigint
          as gift,
        count(*) filter (where ${isFailing})::integer as failing,
        count(*) filter (where s.created_at >= $2 and s.created_at < $3)::integer as started,
        count(*) filter (where s.created_at >= $4 and s.created_at < $5)::integer as "startedBefore",
        count(*) filter (where s.closed_at >= $2 and s.closed_at < $3)::integer as ended,
        count(*) filter (where s.closed_at >= $4 and s.closed_at < $5)::integer as "endedBefore"
      from plan s
      group by s.currency, s.kind
    `,
    [organizationId, period.from, period.to, period.before.from, period.before.to],
  )

/** Counts the plans of a charity that are failing. */
export const countFailingPlans = async (ports: Ports, organizationId: bigint): Promise<number> => {
  const rows = await ports.statement<{ count: number }>(
    'workspace.failing_plans',
    `with plan as materialized (${plansOfCharity}) select count(*)::integer as count from plan s where ${isFailing}`,
    [organizationId],
  )
  return rows[0]?.count ?? 0
}

import type { LocalDate } from '#shared/calendar.ts'
import type { Ports } from '#shared/ports.ts'

/** Counts what waits for a charity's members; null where nothing has a date. */
export type Waiting = {
  readonly refundsAsked: number
  readonly disputes: number
  /** Until when the first dispute can be answered. */
  readonly evidenceDueAt: Date | null
  readonly isConfirmed: boolean
  readonly hasBankDetails: boolean
  readonly lastReportYear: number | null
  readonly hasRenewalRequest: boolean
  readonly fundraisersAsked: number
  /** When the first of them was submitted. */
  readonly askedAt: Date | null
}

/** Reads what waits for a charity's members, and whether the viewer's email is confirmed. */
export const readWaiting = async (
  ports: Ports,
  input: { readonly organizationId: bigint; readonly accountId: string },
): Promise<Waiting | undefined> =>
  (
    await ports.statement<Waiting>(
      'workspace.waiting',
      `
        select
          (
            select count(*)::integer
            from refunds.request q
            join giving.donation d on d.id = q.donation_id
            join campaigns.campaign c on c.id = d.campaign_id
            where q.state = 'open' and c.organization_id = $1
          ) as "refundsAsked",
          disputes.count as disputes,
          disputes.due as "evidenceDueAt",
          (select email_confirmed_at is not null from identity.account where id = $2) as "isConfirmed",
          exists (
            select from organizations.bank_details where organization_id = $1 and state in ('approved', 'pending')
          ) as "hasBankDetails",
          (select max(year)::integer from organizations.report where organization_id = $1) as "lastReportYear",
          exists (
            select from organizations.verification_request where organization_id = $1 and state = 'open'
          ) as "hasRenewalRequest",
          asked.count as "fundraisersAsked",
          asked.since as "askedAt"
        from (
          select count(distinct r.id)::integer as count, min(r.evidence_due_at) as due
          from refunds.refund r
          join giving.donation d on d.intent_id = r.intent_id
          join campaigns.campaign c on c.id = d.campaign_id
          where r.origin = 'bank' and r.state in ('requested', 'pending') and c.organization_id = $1
        ) disputes, (
          select count(*)::integer as count, min(s.submitted_at) as since
          from fundraising.submission s
          join campaigns.campaign c on c.id = s.campaign_id
          where s.charity_state = 'asked' and s.decided_at is null and c.organization_id = $1
        ) asked
      `,
      [input.organizationId, input.accountId],
    )
  )[0]

/** Returns the fundraisers that received zakat by a day and haven't reported it as distributed, most of it first. */
export const campaignsWithUnreportedZakat = (
  ports: Ports,
  organizationId: bigint,
  { receivedUntil, limit }: { readonly receivedUntil: LocalDate; readonly limit: number },
): Promise<{ readonly campaignId: bigint }[]> =>
  ports.statement(
    'workspace.unreported_zakat',
    `
      select t.value::bigint as "campaignId"
      from (
        select value, currency, sum(zakat) as zakat
        from workspace.day_total
        where organization_id = $1 and dimension = 'campaign' and zakat > 0 and day <= $2::date
        group by value, currency
      ) t
      left join lateral (
        select sum(d.amount) as amount
        from zakat.distribution d
        where d.campaign_id = t.value::bigint and d.currency = t.currency and d.state <> 'rejected'
      ) reported on true
      where t.zakat > coalesce(reported.amount, 0)
      order by t.zakat - coalesce(reported.amount, 0) desc, t.value
      limit $3
    `,
    [organizationId, receivedUntil, limit],
  )

import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import type { Subscription } from '../agreement/subscription-queries.ts'
import './tables.ts'

export type CardUse = Pick<Subscription, 'schedule' | 'timeZone' | 'calendar' | 'currency' | 'programme' | 'causes'> & {
  readonly cardId: string
  readonly lastOn: LocalDate | null
  readonly amount: bigint | null
}

/** Returns the active plans of each card, with their last donation before the card expires. */
export const usesOfCards = async (
  db: Db,
  cards: readonly { readonly id: string; readonly endsAt: Date }[],
): Promise<CardUse[]> =>
  cards.length === 0
    ? []
    : (
        await sql<CardUse>`
          select
            s.card_id as "cardId",
            s.schedule,
            s.time_zone as "timeZone",
            s.calendar,
            s.currency,
            s.programme,
            s.causes,
            o.on_date::text as "lastOn",
            o.gift + o.tip as amount
          from json_to_recordset(${JSON.stringify(cards)}::json) as c(id uuid, "endsAt" timestamptz)
          join subscriptions.subscription s on s.card_id = c.id and s.state = 'active'
          left join lateral (
            select p.on_date, p.gift, p.tip
            from subscriptions.occurrence p
            where p.subscription_id = s.id and p.state = 'SCHEDULED' and p.due_at < c."endsAt"
            order by p.due_at desc
            limit 1
          ) o
            on true
          order by s.created_at
        `.execute(db)
      ).rows

type PlanCardDonor = {
  readonly plan: Pick<Subscription, 'id' | 'guestId' | 'linkNumber'>
  readonly email: string
  readonly firstName: string
  readonly locale: string
}

/** Returns the donors of plans that are not over, except those with an unconfirmed, rejected or unreachable address. */
export const donorsOfPlanCards = async (db: Db, planIds: readonly string[]): Promise<PlanCardDonor[]> =>
  planIds.length === 0
    ? []
    : (
        await sql<PlanCardDonor>`
          select
            json_build_object('id', s.id, 'guestId', s.guest_id, 'linkNumber', s.link_number) as plan,
            coalesce(a.email, s.guest_email) as email,
            coalesce(a.first_name, s.guest_name, '') as "firstName",
            coalesce(s.details ->> 'locale', '') as locale
          from subscriptions.subscription s
          left join identity.account a on a.id = s.account_id and a.email_confirmed_at is not null
          where s.id = any(${planIds}::uuid[])
            and s.state not in ('cancelled', 'ended')
            and (a.id is not null or s.guest_email is not null)
            and (s.reason is null or s.reason not in ('email-refused', 'email-undeliverable', 'email-unconfirmed'))
        `.execute(db)
      ).rows

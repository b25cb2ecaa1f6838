import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { uuidv7 } from '#shared/ids.ts'
import { dayMs } from '#shared/time.ts'
import type { PaymentFilter } from '../rules/payment-filter.ts'
import type { FoundDonation } from './search.ts'

export type ListedPayment = FoundDonation & { readonly isPaid: boolean }

const noRandom = new Uint8Array(10)
/** An id begins with its time, but the clocks of our processes differ a little. */
const slackMs = dayMs

/**
 * Lists payments, newest first, before the payment `before`, without email addresses. Reads the primary key backwards,
 * because ids begin with their time.
 */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<ListedPayment[]> {
  const firstId = uuidv7(new Date(filter.from.getTime() - slackMs), noRandom)
  const lastId = uuidv7(new Date(filter.until.getTime() + slackMs), noRandom)
  const { rows } = await sql<ListedPayment>`
    select
      i.id as "intentId",
      coalesce(d.id::text, i.order_details -> 'lines' -> 0 ->> 'donationId') as "donationId",
      coalesce(c.name, i.order_details -> 'lines' -> 0 ->> 'campaignName') as campaign,
      jsonb_array_length(i.order_details -> 'lines') - 1 as others,
      coalesce(d.name, i.order_details -> 'donor' ->> 'name', '') as name,
      null as email,
      i.amount,
      i.currency,
      i.state,
      i.created_at as "givenAt",
      d.id is not null as "isPaid"
    from payments.intent i
    left join giving.donation d on d.intent_id = i.id and d.line = 1
    left join campaigns.campaign c on c.id = d.campaign_id
    where i.purpose = 'donation'
      and i.id >= ${firstId}::uuid
      and i.id < least(${lastId}::uuid, ${page.before ?? lastId}::uuid)
      and i.created_at >= ${filter.from}
      and i.created_at < ${filter.until}
      and (${filter.states}::text[] is null or i.state = any(${filter.states}::text[]))
      and (${filter.currency}::text is null or i.currency = ${filter.currency}::text)
    order by i.id desc
    limit ${page.limit}
  `.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'
import './tables.ts'

/** A referral code with the campaign and plans it counts for. */
export type Referer = {
  readonly id: string
  readonly code: string
  /** Null after the account was erased. */
  readonly accountId: string | null
  /** Null for the platform's programmes. */
  readonly campaignId: bigint | null
  readonly plans: readonly { readonly id: string; readonly programme: Programme | null }[]
  readonly createdAt: Date
}

const columns = `r.id, r.code, r.account_id as "accountId", r.campaign_id as "campaignId", r.created_at as "createdAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'programme', p.programme) order by c.added_at, p.id)
    from referrals.counted_plan c join plans.plan p on p.id = c.plan_id where c.referer_id = r.id), '[]') as plans`

/** Subquery of donations through an account's links: account_id, donation_id. */
export const referredDonations = `select r.account_id, f.donation_id from referrals.referral f
  join referrals.referer r on r.id = f.referer_id where r.account_id is not null`

export const findReferer = async (
  ports: Ports,
  ids: { accountId: string; campaignId: bigint | null },
): Promise<Referer | undefined> =>
  (
    await ports.statement<Referer>(
      'referrals.find',
      `
        select ${columns}
        from referrals.referer r
        where r.account_id = $1 and coalesce(r.campaign_id, 0) = coalesce($2::bigint, 0)
      `,
      [ids.accountId, ids.campaignId],
    )
  )[0]

/** Returns a code whose account isn't erased. */
export const findByCode = async (ports: Ports, code: string): Promise<Referer | undefined> =>
  (
    await ports.statement<Referer>(
      'referrals.by_code',
      `select ${columns} from referrals.referer r where r.code = $1 and r.account_id is not null`,
      [code],
    )
  )[0]

/** Returns an account's codes, newest first. */
export const listReferers = (ports: Ports, accountId: string): Promise<Referer[]> =>
  ports.statement<Referer>(
    'referrals.own',
    `select ${columns} from referrals.referer r where r.account_id = $1 order by r.created_at desc, r.id desc`,
    [accountId],
  )

export const countReferers = async (db: Db, accountId: string): Promise<number> =>
  (await db.selectFrom('referrals.referer').select('id').where('account_id', '=', accountId).execute()).length

/**
 * Inserts a code, or returns its owner's existing one for this fundraiser. In both cases it counts for the plans from
 * now on.
 */
export async function saveReferer(
  tx: Tx,
  input: {
    id: string
    code: string
    accountId: string
    campaignId: bigint | null
    planIds: readonly string[]
    at: Date
  },
): Promise<void> {
  await sql`insert into referrals.referer (id, code, account_id, campaign_id, created_at)
    values (${input.id}, ${input.code}, ${input.accountId}, ${input.campaignId}, ${input.at})
    on conflict (account_id, (coalesce(campaign_id, 0))) where account_id is not null do nothing`.execute(tx)
  await sql`
    insert into referrals.counted_plan (referer_id, plan_id, added_at)
    select r.id, p.id, ${input.at}
    from referrals.referer r, unnest(${input.planIds}::uuid[]) as p(id)
    where r.account_id = ${input.accountId} and coalesce(r.campaign_id, 0) = coalesce(${input.campaignId}::bigint, 0)
    on conflict do nothing
  `.execute(tx)
}

/** Anonymizes an erased person's codes; donations through them still count for the fundraiser. */
export const anonymizeReferer = (tx: Tx, accountId: string) =>
  tx.updateTable('referrals.referer').set({ account_id: null }).where('account_id', '=', accountId).execute()

/**
 * Credits paid donations with a code to the code's owner, once each. A code counts for its fundraiser, and for its
 * plans whatever their campaign; an unknown code is ignored (content-18).
 */
export const insertReferrals = (
  tx: Tx,
  paid: readonly { readonly intentId: string; readonly subscriptionId: string | null }[],
) =>
  sql`
    insert into referrals.referral (
      donation_id, referer_id, campaign_id, plan_id, currency, gift, refunded_amount, given_at
    )
    select d.id, r.id, d.campaign_id, s.plan_id, d.currency, d.gift, coalesce(b.gift, 0), d.given_at
    from unnest(
      ${paid.map(({ intentId }) => intentId)}::uuid[], ${paid.map(({ subscriptionId }) => subscriptionId)}::uuid[]
    ) as p(intent_id, subscription_id)
    join giving.donation d on d.intent_id = p.intent_id
    join referrals.referer r on r.code = d.referred_donor and r.account_id is not null
    left join subscriptions.subscription s on s.id = p.subscription_id
    left join giving.refunded_amount b on b.donation_id = d.id
    where r.campaign_id = d.campaign_id
      or exists (select from referrals.counted_plan c where c.referer_id = r.id and c.plan_id = s.plan_id)
    on conflict (donation_id) do nothing
  `.execute(tx)

/**
 * Copies the refunded amounts of these donations. Locks the rows first, so that the later of two concurrent refunds is
 * saved.
 */
export async function copyRefundedAmounts(tx: Tx, donationIds: readonly string[]): Promise<void> {
  const ids = sql`any(${[...donationIds]}::uuid[])`
  const { rows } =
    await sql`select 1 from referrals.referral where donation_id = ${ids} order by donation_id for update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update referrals.referral f
    set refunded_amount = b.gift
    from giving.refunded_amount b
    where b.donation_id = f.donation_id and f.donation_id = ${ids}
  `.execute(tx)
}

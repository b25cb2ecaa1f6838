import { required } from '#shared/collections.ts'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import './tables.ts'

/**
 * Returns a subquery with the ids of the gifts that an account may see; `parameter` is the account's id: `'$1'`. These
 * are gifts given signed in, guest gifts claimed right after giving and, once its email is proven, every gift given
 * with that email by anyone but a proven account (accounts-4). A former email shows what was given until the account
 * left it, and never to a later owner. Gifts of an erased donor belong to no account, also if their email signs up
 * again. Each part uses an index.
 */
export const ownedIds = (
  parameter: string,
): string => `select id from giving.donation where account_id = ${parameter}::uuid
  union all ${claimedIds(parameter)}`

/**
 * Returns the ids of `ownedIds` that were not given signed in to the account, with the same parameter; an id may
 * repeat.
 */
export const claimedIds = (
  parameter: string,
): string => `select donation_id as id from giving.claim where account_id = ${parameter}::uuid
  union all select g.id from identity.mailbox m join giving.donation g on lower(g.email) = m.email_key and g.email is not null and g.account_id is null and g.retained_until is null
    and g.given_at <@ m.during where m.account_id = ${parameter}::uuid
  union all select g.id from identity.mailbox m join identity.account b on b.email_key = m.email_key and b.email_confirmed_at is null and b.id <> m.account_id
    join giving.donation g on g.account_id = b.id and g.retained_until is null and g.given_at <@ m.during
    where m.account_id = ${parameter}::uuid`

/** The part of `ownedByAccounts` that was not given signed in to the account. */
export const claimedByAccounts = `select account_id, donation_id from giving.claim
  union all select m.account_id, g.id from identity.mailbox m join giving.donation g on lower(g.email) = m.email_key and g.email is not null
    and g.account_id is null and g.retained_until is null and g.given_at <@ m.during
  union all select m.account_id, g.id from identity.mailbox m join identity.account b on b.email_key = m.email_key and b.email_confirmed_at is null
    and b.id <> m.account_id join giving.donation g on g.account_id = b.id and g.retained_until is null and g.given_at <@ m.during`

/**
 * `ownedIds` of every account: rows of account_id and donation_id, as a subquery. A pair may occur twice. A condition
 * on account_id uses the indexes.
 */
export const ownedByAccounts = `select account_id, id as donation_id from giving.donation where account_id is not null
  union all ${claimedByAccounts}`

/**
 * Returns an SQL expression for the current address of the donor of a gift `d`: the account's proven address if the
 * gift belongs to one; else the one it was given with, or null.
 */
export const mailboxOf = (
  d: string,
): string => `coalesce((select a.email from identity.account a where a.email_confirmed_at is not null and a.id = coalesce(
    ${d}.account_id, (select c.account_id from giving.claim c where c.donation_id = ${d}.id),
    (select f.account_id from identity.former_email f where f.email_key = lower(${d}.email) and ${d}.given_at < f.left_at order by f.left_at limit 1))), ${d}.email)`

/**
 * `ownedIds` as a condition of a query over `giving.donation`: `.where(ownedBy(accountId))`; `alias` is the table's
 * name in that query.
 */
export const ownedBy = (accountId: string, alias = 'd'): RawBuilder<boolean> => {
  const [before, ...rest] = ownedIds('\u0000').split('\u0000')
  const ids = sql.join(
    [sql.raw(required(before)), ...rest.flatMap((part) => [sql.val(accountId), sql.raw(part)])],
    sql.raw(''),
  )
  return sql<boolean>`${sql.ref(`${alias}.id`)} in (${ids})`
}

/** Whether the account may see the gift; false for a text that is not an id. */
export const ownsDonation = async (ports: Ports, accountId: string, donationId: string): Promise<boolean> =>
  isUuid(donationId) &&
  (
    await ports.statement(
      'giving.owns_donation',
      `select 1 from (${ownedIds('$1')}) as owned where owned.id = $2::uuid limit 1`,
      [accountId, donationId],
    )
  ).length > 0

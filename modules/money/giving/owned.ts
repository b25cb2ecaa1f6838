import { required } from '#shared/collections.ts'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import './tables.ts'

/**
 * Returns a subquery with the ids of the donations that an account may see; `parameter` is the placeholder of the
 * account's id, such as `'$1'`. These are donations made while signed in, guest donations claimed right after payment
 * and, once its email is proven, every donation with that email, except those of another proven account (accounts-4).
 * A former email shows donations up to the instant at which the account changed it, and never to a later owner.
 * Donations of an erased donor belong to no account, even if the email signs up again. Each part uses an index.
 */
export const ownedIds = (
  parameter: string,
): string => `select id from giving.donation where account_id = ${parameter}::uuid
  union all ${takenOverIds(parameter)}`

/**
 * Returns a subquery with those ids of `ownedIds` that weren't donated while signed in. Takes the same parameter; ids
 * can repeat.
 */
export const takenOverIds = (parameter: string): string => `
  select donation_id as id
  from giving.claim
  where account_id = ${parameter}::uuid
  union all
  select g.id
  from identity.mailbox m
  join giving.donation g on lower(g.email) = m.email_key
    and g.email is not null
    and g.account_id is null
    and g.retained_until is null
    and g.given_at <@ m.valid_during
  where m.account_id = ${parameter}::uuid
  union all
  select g.id
  from identity.mailbox m
  join identity.account b on b.email_key = m.email_key and b.email_confirmed_at is null and b.id <> m.account_id
  join giving.donation g on g.account_id = b.id and g.retained_until is null and g.given_at <@ m.valid_during
  where m.account_id = ${parameter}::uuid
`

/** The rows of `ownedByAccounts` for donations that weren't made while signed in. */
export const takenOverByAccounts = `
  select account_id, donation_id
  from giving.claim
  union all
  select m.account_id, g.id
  from identity.mailbox m
  join giving.donation g on lower(g.email) = m.email_key
    and g.email is not null
    and g.account_id is null
    and g.retained_until is null
    and g.given_at <@ m.valid_during
  union all
  select m.account_id, g.id
  from identity.mailbox m
  join identity.account b on b.email_key = m.email_key and b.email_confirmed_at is null and b.id <> m.account_id
  join giving.donation g on g.account_id = b.id and g.retained_until is null and g.given_at <@ m.valid_during
`

/**
 * A subquery like `ownedIds` for all accounts, with the columns account_id and donation_id. Rows can repeat. A
 * condition on account_id uses the indexes.
 */
export const ownedByAccounts = `select account_id, id as donation_id from giving.donation where account_id is not null
  union all ${takenOverByAccounts}`

/**
 * Returns an SQL expression for the current email of the donor of the donation `d`: the account's proven email if the
 * donation belongs to an account, otherwise the email of the donation, or null.
 */
export const mailboxOf = (
  d: string,
): string => `coalesce((select a.email from identity.account a where a.email_confirmed_at is not null and a.id = coalesce(
    ${d}.account_id, (select c.account_id from giving.claim c where c.donation_id = ${d}.id),
    (select f.account_id from identity.former_email f where f.email_key = lower(${d}.email) and ${d}.given_at < f.replaced_at order by f.replaced_at limit 1))), ${d}.email)`

/**
 * Returns `ownedIds` as a condition on `giving.donation`, such as `.where(ownedBy(accountId))`; `alias` is the
 * table's alias in the query.
 */
export const ownedBy = (accountId: string, alias = 'd'): RawBuilder<boolean> => {
  const [before, ...rest] = ownedIds('\u0000').split('\u0000')
  const ids = sql.join(
    [sql.raw(required(before)), ...rest.flatMap((part) => [sql.val(accountId), sql.raw(part)])],
    sql.raw(''),
  )
  return sql<boolean>`${sql.ref(`${alias}.id`)} in (${ids})`
}

/** Returns whether the account may see the donation; false if `donationId` isn't a UUID. */
export const ownsDonation = async (ports: Ports, accountId: string, donationId: string): Promise<boolean> =>
  isUuid(donationId) &&
  (
    await ports.statement(
      'giving.owns_donation',
      `select 1 from (${ownedIds('$1')}) as owned where owned.id = $2::uuid limit 1`,
      [accountId, donationId],
    )
  ).length > 0

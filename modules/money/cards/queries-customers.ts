import { one } from '#shared/collections.ts'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { NewCard } from './queries.ts'
import './tables.ts'

/** The owner of a customer: an account, or one plan whose card is used for nothing else. */
type Owner =
  | { readonly accountId: string; readonly planId?: never }
  | { readonly accountId?: never; readonly planId: string }

/** Returns the owner's customer id at a provider; undefined if there is none. */
export const findCustomer = async (ports: Ports, owner: Owner, provider: string): Promise<string | undefined> =>
  (
    await ports.statement<{ customerId: string }>(
      'cards.customer',
      'select customer_id as "customerId" from cards.customer where (account_id = $1 or plan_id = $2) and provider = $3',
      [owner.accountId ?? null, owner.planId ?? null, provider],
    )
  )[0]?.customerId

/** Stores a customer. If a concurrent request stored one first, that one stays; returns the stored id. */
export const insertCustomer = async (
  ports: Ports,
  owner: Owner & { readonly provider: string; readonly customerId: string; readonly at: Date },
): Promise<string> =>
  one(
    await ports.statement<{ customerId: string }>(
      `cards.insert_customer${owner.planId === undefined ? '' : '_of_plan'}`,
      `
        insert into cards.customer (account_id, plan_id, provider, customer_id, created_at)
        values ($1, $2, $3, $4, $5)
        on conflict (${owner.planId === undefined ? 'account_id' : 'plan_id'}, provider) do update
        set customer_id = cards.customer.customer_id
        returning customer_id as "customerId"
      `,
      [owner.accountId ?? null, owner.planId ?? null, owner.provider, owner.customerId, owner.at],
    ),
  ).customerId

export const customersOf = (db: Db, accountId: string) =>
  db
    .selectFrom('cards.customer')
    .select(['provider', 'customer_id as customerId'])
    .where('account_id', '=', accountId)
    .execute()

/** Marks a plan's card as removed and returns it. */
export const removePlanCards = (tx: Tx, planId: string, instant: Date) =>
  tx
    .updateTable('cards.card')
    .set({ removed_at: instant })
    .where('plan_id', '=', planId)
    .where('removed_at', 'is', null)
    .returning(['id', 'provider', 'method_id as methodId'])
    .execute()

/** Stores a plan's card; undefined if the provider's card is already known. */
export const insertPlanCard = (
  tx: Tx,
  planId: string,
  card: Omit<NewCard, 'accountId'>,
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('cards.card')
    .values({
      id: card.id,
      plan_id: planId,
      provider: card.provider,
      method_id: card.methodId,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      country: card.country,
      is_default: false,
      added_at: card.at,
      removed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'method_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { PaidLine } from '#modules/money/giving/index.ts'
import type { StoredLine } from './rules/line.ts'
import type { BasketStatus } from './rules/status.ts'
import './tables.ts'

/** The key of a request and the hash of its body; neither reveals anything about the donor. */
export type Press = { readonly key: string; readonly requestHash: string }

export type Basket = {
  readonly id: string
  /** Null: a guest's, which its own token opens. */
  readonly accountId: string | null
  readonly status: BasketStatus
  readonly version: number
  readonly currency: string
  /** By the donor; otherwise it is that of the first line (baskets-4). */
  readonly isCurrencyChosen: boolean
  /** Minor units of `currency`, for the whole basket. */
  readonly tip: bigint
  readonly isAnonymous: boolean
  readonly displayName: string
  readonly displayPlace: string
  readonly paymentMethodId: string | null
  readonly newsletter: boolean
  readonly lines: readonly StoredLine[]
  readonly mergedInto: string | null
  /** How often lines of it were paid: where some stay, it goes on. */
  readonly checkouts: number
  readonly createdAt: Date
  readonly changedAt: Date
  /** The addition that is under way, or that the press one asks for has made before. */
  readonly added?: Added
}

/** The line that a gift made or grew, and the press it came by, where that one has a key. */
type Added = { readonly lineId: string; readonly press: Press | undefined }

const columns = [
  'id',
  'account_id as accountId',
  'status',
  'version',
  'currency',
  'is_currency_chosen as isCurrencyChosen',
  'tip',
  'is_anonymous as isAnonymous',
  'display_name as displayName',
  'display_place as displayPlace',
  'payment_method_id as paymentMethodId',
  'newsletter',
  'lines',
  'merged_into as mergedInto',
  'checkouts',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const

const changeable = (basket: Basket) => ({
  account_id: basket.accountId,
  status: basket.status,
  version: basket.version,
  currency: basket.currency,
  is_currency_chosen: basket.isCurrencyChosen,
  tip: basket.tip,
  is_anonymous: basket.isAnonymous,
  display_name: basket.displayName,
  display_place: basket.displayPlace,
  payment_method_id: basket.paymentMethodId,
  newsletter: basket.newsletter,
  lines: JSON.stringify(basket.lines),
  merged_into: basket.mergedInto,
  checkouts: basket.checkouts,
  changed_at: basket.changedAt,
})

const columnList = `id, account_id as "accountId", status, version, currency, is_currency_chosen as "isCurrencyChosen", tip, is_anonymous as "isAnonymous", display_name as "displayName",
  display_place as "displayPlace", payment_method_id as "paymentMethodId", newsletter, lines, merged_into as "mergedInto", checkouts, created_at as "createdAt",
  changed_at as "changedAt"`

/** The rows of many baskets in one parameter, under the table's own names. */
const asJson = (baskets: readonly Basket[]): string =>
  JSON.stringify(
    baskets.map((basket) => ({
      ...changeable(basket),
      lines: basket.lines,
      tip: basket.tip.toString(),
      id: basket.id,
      created_at: basket.createdAt,
    })),
  )
const recordset = `json_to_recordset($1::json) as c(id uuid, account_id uuid, status text, version int, currency text, is_currency_chosen boolean, tip bigint, is_anonymous boolean, display_name text,
  display_place text, payment_method_id text, newsletter boolean, lines jsonb, merged_into uuid, checkouts int, created_at timestamptz, changed_at timestamptz)`
const rowColumns =
  'account_id, status, version, currency, is_currency_chosen, tip, is_anonymous, display_name, display_place, payment_method_id, newsletter, lines, merged_into, checkouts, changed_at'

/** As it stands; baskets that are asked for together are read together. */
export const basketOf = (ports: Ports, id: string): Promise<Basket | undefined> =>
  ports.together('baskets.read', id, async (ids) => {
    const rows = await ports.statement<Basket>(
      'baskets.read',
      `select ${columnList} from baskets.basket where id = any($1::uuid[])`,
      [[...new Set(ids)]],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((each) => found.get(each))
  })

/** As it stands, with what this press has added to it if it has. */
export const basketPressed = (ports: Ports, id: string, key: string): Promise<Basket | undefined> =>
  ports.together('baskets.read_pressed', { id, key }, async (all) => {
    const rows = await ports.statement<Basket & { at: bigint; lineId: string | null; requestHash: string | null }>(
      'baskets.read_pressed',
      `select asked.at, ${columnList}, p.line_id as "lineId", p.request_hash as "requestHash"
       from unnest($1::uuid[], $2::text[]) with ordinality as asked(of, pressed, at) join baskets.basket b on b.id = asked.of
       left join baskets.press p on p.basket_id = asked.of and p.key = asked.pressed where b.id = any($1::uuid[])`,
      [all.map((each) => each.id), all.map((each) => each.key)],
    )
    const found = new Map(rows.map((row) => [Number(row.at), row]))
    return all.map((each, index) => {
      const row = found.get(index + 1)
      if (!row) return undefined
      const { at: _, lineId, requestHash, ...basket } = row
      return lineId !== null && requestHash !== null
        ? { ...basket, added: { lineId, press: { key: each.key, requestHash } } }
        : basket
    })
  })

/** A guest's new one. */
export const beginBasket = (ports: Ports, basket: Basket): Promise<undefined> =>
  ports.together('baskets.begin', basket, async (baskets) => {
    await ports.statement(
      'baskets.begin',
      `insert into baskets.basket (id, created_at, ${rowColumns}) select id, created_at, ${rowColumns} from ${recordset}`,
      [asJson(baskets)],
    )
    return baskets.map(() => undefined)
  })

const replaced = `update baskets.basket b set ${rowColumns
  .split(', ')
  .map((column) => `${column} = c.${column}`)
  .join(', ')} from ${recordset}
  where b.id = any($2::uuid[]) and b.id = c.id and b.version = c.version - 1 returning b.id`

/** The presses that changed these baskets: their keys decide, should the versions ever not. */
const pressed = `insert into baskets.press (basket_id, key, request_hash, line_id, pressed_at) select p.basket_id, p.key, p.request_hash, p.line_id, p.pressed_at
  from json_to_recordset($3::json) as p(basket_id uuid, key text, request_hash text, line_id uuid, pressed_at timestamptz) join written on written.id = p.basket_id`

/**
 * Writes a basket one version on, with the press it came by. False: somebody else did so first, and nothing changed.
 */
export const replaceBasket = (ports: Ports, next: Basket): Promise<boolean> =>
  ports.together('baskets.replace', next, async (all) => {
    // Of two changes of one basket that come together the first is made; the other one sees it then.
    const firsts = [...new Map(all.toReversed().map((basket) => [basket.id, basket])).values()]
    // The ids are said twice, because a plan made while there were few baskets would read them all ever after.
    const values = [asJson(firsts), firsts.map(({ id }) => id)]
    const presses = firsts.flatMap(pressRow)
    const rows =
      presses.length === 0
        ? await ports.statement<{ id: string }>('baskets.replace', replaced, values)
        : await ports.statement<{ id: string }>(
            'baskets.replace_pressed',
            `with written as (${replaced}), pressed as (${pressed}) select id from written`,
            [...values, JSON.stringify(presses)],
          )
    const written = new Set(rows.map(({ id }) => id))
    return all.map((basket) => firsts.includes(basket) && written.has(basket.id))
  })

const pressRow = ({ id, added, changedAt }: Basket) =>
  added?.press
    ? [
        {
          basket_id: id,
          key: added.press.key,
          request_hash: added.press.requestHash,
          line_id: added.lineId,
          pressed_at: changedAt,
        },
      ]
    : []

/** Several workers forget different ones. */
export async function forgetPresses(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    delete from baskets.press where (basket_id, key) in
      (select basket_id, key from baskets.press where pressed_at <= ${before}::timestamptz order by pressed_at limit ${limit} for update skip locked)
    returning key`.execute(tx)
  return rows.length
}

/** Undefined: the account is filling another one. */
export const insertBasket = (tx: Tx, basket: Basket) =>
  tx
    .insertInto('baskets.basket')
    .values({ ...changeable(basket), id: basket.id, created_at: basket.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const findBasket = (db: Db, id: string): Promise<Basket | undefined> =>
  db.selectFrom('baskets.basket').select(columns).where('id', '=', id).executeTakeFirst()

/** Whoever edits it next waits for this transaction. */
export const lockBasket = (tx: Tx, id: string): Promise<Basket | undefined> =>
  tx.selectFrom('baskets.basket').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Those whose round is not closed yet, locked in the order of their ids; most were closed by the request that paid. */
export const lockBasketsInRound = async (
  tx: Tx,
  rounds: readonly { readonly id: string; readonly round: number }[],
): Promise<readonly { id: string }[]> =>
  rounds.length === 0
    ? []
    : (
        await sql<{ id: string }>`select b.id from baskets.basket b where b.id in (
            select r.id from unnest(${rounds.map(({ id }) => id)}::uuid[], ${rounds.map(({ round }) => round)}::int[]) as r(id, round)
            join baskets.basket standing on standing.id = r.id and standing.checkouts = r.round) order by b.id for update`.execute(
          tx,
        )
      ).rows

/** What the payment with this reference took, once it is made; along the key that lets it be made once. */
export const findPaidLines = async (db: Db, reference: string): Promise<readonly PaidLine[] | undefined> =>
  (
    await sql<{ lines: PaidLine[] }>`select order_details -> 'basket' -> 'lines' as lines from payments.intent
      where reference = ${reference} and state = 'SUCCEEDED'`.execute(db)
  ).rows[0]?.lines

/**
 * The intents whose basket is still being filled and stands as it was priced; it is held until the claim is written.
 */
export const unchangedBaskets = (rows: readonly Readonly<Record<string, string | number>>[]): Part => ({
  name: 'unchanged_basket',
  sql: `select p."intentId" as intent_id from baskets.basket b join json_to_recordset($1::json) as p(id uuid, version int, "intentId" uuid) on p.id = b.id
    where b.id = any($2::uuid[]) and b.version = p.version and b.status = 'active' for update of b`,
  values: [JSON.stringify(rows), rows.map(({ id }) => id)],
})

export const findActiveBasket = (db: Db, accountId: string): Promise<Basket | undefined> =>
  db
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .executeTakeFirst()

export const lockActiveBasket = (tx: Tx, accountId: string): Promise<Basket | undefined> =>
  tx
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirst()

export const saveBasket = (tx: Tx, basket: Basket) =>
  tx.updateTable('baskets.basket').set(changeable(basket)).where('id', '=', basket.id).execute()

type ListOf = {
  readonly accountId: string
  readonly status: BasketStatus | undefined
  readonly offset: number
  readonly limit: number
}

/** Newest first. */
export const listBaskets = (db: Db, { accountId, status, offset, limit }: ListOf): Promise<Basket[]> =>
  db
    .selectFrom('baskets.basket')
    .select(columns)
    .where('account_id', '=', accountId)
    .where((e) => (status === undefined ? e.val(true) : e('status', '=', status)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()

/** What a basket says of whoever filled it goes; that it was, and what became of it, stays. */
const forgotten = sql`lines = '[]', display_name = '', display_place = '', payment_method_id = null, newsletter = false, is_anonymous = true, is_forgotten = true,
  version = version + 1`

/**
 * Of guests' baskets that are over and were not touched since then; several workers take different ones, along an index
 * of those alone.
 */
export async function forgetOver(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    with old as (select id from baskets.basket where account_id is null and status in ('expired', 'checked-out') and not is_forgotten
        and changed_at <= ${before}::timestamptz and changed_on <= (${before}::timestamptz at time zone 'UTC')::date
        order by changed_on limit ${limit} for update skip locked)
    update baskets.basket b set ${forgotten} from old where b.id = old.id returning b.id`.execute(tx)
  return rows.length
}

/** An account's baskets, and those of no account that these gifts were paid from or that are `named`. */
export async function basketsOf(
  db: Db,
  of: { accountId: string; donationIds: readonly string[]; named: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from baskets.basket where account_id = ${of.accountId}
    union select b.id from baskets.basket b join (
      select (i.order_details -> 'basket' ->> 'id')::uuid as id from giving.donation d join payments.intent i on i.id = d.intent_id
        where d.id = any(${of.donationIds}::uuid[])
      union select unnest(${of.named}::uuid[])) as guests on guests.id = b.id where b.account_id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What was never checked out goes, with what was brought into it; of a basket that was paid for, the shell stays,
 * without what was pressed.
 */
export async function forgetBaskets(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`with own as (select id, status from baskets.basket where id = any(${ids}::uuid[]))
    delete from baskets.basket b using own where b.merged_into = own.id or (b.id = own.id and own.status <> 'checked-out')`.execute(
    tx,
  )
  await sql`delete from baskets.press where basket_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update baskets.basket set ${forgotten} where id = any(${ids}::uuid[])`.execute(tx)
}

/** Ends baskets not touched since then, and forgets what was sealed in them; several workers take different ones. */
export async function expireIdle(
  tx: Tx,
  { before, limit, accountId }: { before: Date; limit: number; accountId: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with idle as (select id from baskets.basket where status in ('active', 'abandoned') and changed_at <= ${before}::timestamptz
        and changed_on <= (${before}::timestamptz at time zone 'UTC')::date
        and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null}::uuid) order by changed_on limit ${limit} for update skip locked)
    update baskets.basket b set status = 'expired', version = version + 1,
      lines = coalesce((select jsonb_agg(jsonb_set(line, '{sealed}', 'null') order by at) from jsonb_array_elements(b.lines) with ordinality as l(line, at)), '[]')
    from idle where b.id = idle.id returning b.id`.execute(tx)
  return rows.length
}

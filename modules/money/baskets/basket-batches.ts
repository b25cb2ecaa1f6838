import type { Ports } from '#shared/ports.ts'
import { type Basket, changeable } from './basket-queries.ts'

const columnList = `id, account_id as "accountId", status, version, currency, is_currency_chosen as "isCurrencyChosen", tip, is_anonymous as "isAnonymous", display_name as "displayName",
  display_place as "displayPlace", payment_method_id as "paymentMethodId", newsletter, lines, merged_into as "mergedInto", checkouts, created_at as "createdAt",
  changed_at as "changedAt"`

/** Serializes the rows of several baskets with the table's column names. */
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

/** Reads a basket. Concurrent calls share one SQL statement. */
export const basketOf = (ports: Ports, id: string): Promise<Basket | undefined> =>
  ports.batch('baskets.read', id, async (ids) => {
    const rows = await ports.statement<Basket>(
      'baskets.read',
      `select ${columnList} from baskets.basket where id = any($1::uuid[])`,
      [[...new Set(ids)]],
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((text) => found.get(text))
  })

/** Reads a basket with the line that this request added earlier, if any. */
export const readBasketWithAddition = (ports: Ports, id: string, key: string): Promise<Basket | undefined> =>
  ports.batch('baskets.read_with_addition', { id, key }, async (all) => {
    const rows = await ports.statement<Basket & { at: bigint; lineId: string | null; requestHash: string | null }>(
      'baskets.read_with_addition',
      `
        select requested.at, ${columnList}, p.line_id as "lineId", p.request_hash as "requestHash"
        from unnest($1::uuid[], $2::text[])
        with ordinality as requested(of, request_key, at)
        join baskets.basket b on b.id = requested.of
        left join baskets.request_key p on p.basket_id = requested.of and p.key = requested.request_key
        where b.id = any($1::uuid[])
      `,
      [all.map((item) => item.id), all.map((item) => item.key)],
    )
    const found = new Map(rows.map((row) => [Number(row.at), row]))
    return all.map((item, index) => {
      const row = found.get(index + 1)
      if (!row) return undefined
      const { at: _, lineId, requestHash, ...basket } = row
      return lineId !== null && requestHash !== null
        ? { ...basket, added: { lineId, requestKey: { key: item.key, requestHash } } }
        : basket
    })
  })

/** Inserts a new guest basket. */
export const insertGuestBasket = (ports: Ports, basket: Basket): Promise<undefined> =>
  ports.batch('baskets.begin', basket, async (baskets) => {
    await ports.statement(
      'baskets.begin',
      `
        insert into baskets.basket (id, created_at, ${rowColumns})
        select id, created_at, ${rowColumns}
        from ${recordset}
      `,
      [asJson(baskets)],
    )
    return baskets.map(() => undefined)
  })

const replaced = `update baskets.basket b set ${rowColumns
  .split(', ')
  .map((column) => `${column} = c.${column}`)
  .join(', ')} from ${recordset}
  where b.id = any($2::uuid[]) and b.id = c.id and b.version = c.version - 1 returning b.id`

/** Inserts the request keys of changed baskets. The unique key detects a duplicate even if the version doesn't. */
const insertRequestKeys = `
  insert into baskets.request_key (basket_id, key, request_hash, line_id, requested_at)
  select p.basket_id, p.key, p.request_hash, p.line_id, p.requested_at
  from json_to_recordset($3::json) as p(
    basket_id uuid, key text, request_hash text, line_id uuid, requested_at timestamptz
  )
  join written on written.id = p.basket_id
`

/**
 * Writes the next version of a basket with its request key. Returns false and changes nothing if another change came
 * first.
 */
export const replaceBasket = (ports: Ports, next: Basket): Promise<boolean> =>
  ports.batch('baskets.replace', next, async (all) => {
    // Of two concurrent changes of a basket the first is made; the other is then retried on the result.
    const firsts = [...new Map(all.toReversed().map((basket) => [basket.id, basket])).values()]
    // The ids are passed twice, because a plan made for few baskets would otherwise later scan all of them.
    const values = [asJson(firsts), firsts.map(({ id }) => id)]
    const requests = firsts.flatMap(requestKeyRow)
    const rows =
      requests.length === 0
        ? await ports.statement<{ id: string }>('baskets.replace', replaced, values)
        : await ports.statement<{ id: string }>(
            'baskets.replace_with_key',
            `with written as (${replaced}), inserted as (${insertRequestKeys}) select id from written`,
            [...values, JSON.stringify(requests)],
          )
    const written = new Set(rows.map(({ id }) => id))
    return all.map((basket) => firsts.includes(basket) && written.has(basket.id))
  })

const requestKeyRow = ({ id, added, changedAt }: Basket) =>
  added?.requestKey
    ? [
        {
          basket_id: id,
          key: added.requestKey.key,
          request_hash: added.requestKey.requestHash,
          line_id: added.lineId,
          requested_at: changedAt,
        },
      ]
    : []

import type { Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

/** Adds a public campaign to an account's list; an existing entry keeps its position. False: no such campaign. */
export const addFavourite = async (
  ports: Ports,
  accountId: string,
  campaignId: bigint,
  instant: Date,
): Promise<boolean> =>
  (
    await ports.statement(
      'favourites.add',
      `
        with
          c as (select id from campaigns.campaign where id = $2 and status <> 0),
          added as (
            insert into favourites.favourite (account_id, campaign_id, added_at)
            select $1, c.id, $3
            from c
            on conflict do nothing
          )
        select id
        from c
      `,
      [accountId, campaignId, instant],
    )
  ).length > 0

export const removeFavourite = (ports: Ports, accountId: string, campaignId: bigint): Promise<unknown> =>
  ports.statement('favourites.remove', 'delete from favourites.favourite where account_id = $1 and campaign_id = $2', [
    accountId,
    campaignId,
  ])

/** Returns those of the campaigns that are on the account's list. */
export const favouritesAmong = async (
  ports: Ports,
  accountId: string,
  campaignIds: readonly bigint[],
): Promise<bigint[]> =>
  (
    await ports.statement<{ id: bigint }>(
      'favourites.among',
      'select campaign_id as id from favourites.favourite where account_id = $1 and campaign_id = any($2::bigint[])',
      [accountId, campaignIds],
    )
  ).map((row) => row.id)

export type Favourite = { readonly campaignId: bigint; readonly addedAt: Date }

/** Lists favourites, newest first, after `before`, with the index (account, added_at, campaign). */
export const listFavourites = (
  ports: Ports,
  accountId: string,
  limit: number,
  before: Favourite | undefined,
): Promise<Favourite[]> =>
  ports.statement<Favourite>(
    before ? 'favourites.list_before' : 'favourites.list',
    `select campaign_id as "campaignId", added_at as "addedAt" from favourites.favourite where account_id = $1
       ${before ? 'and (added_at, campaign_id) < ($3, $4)' : ''} order by added_at desc, campaign_id desc limit $2`,
    before ? [accountId, limit, before.addedAt, before.campaignId] : [accountId, limit],
  )

export const eraseFavourites = (tx: Tx, accountId: string) =>
  tx.deleteFrom('favourites.favourite').where('account_id', '=', accountId).execute()

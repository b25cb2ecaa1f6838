import { addLevel, changeLevel, orderLevels, removeLevel } from '#modules/causes/campaigns/index.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { frequencyCodes, type PageContent, type PageLevel } from '../rules/page-content.ts'
import '../tables.ts'

/** Returns the levels that a page has or had, with the ids of their campaign levels. */
const listLevels = (db: Db, pageId: string) =>
  db.selectFrom('hosted_pages.level').select(['id', 'level_id as levelId']).where('page_id', '=', pageId).execute()

/** Returns the ids of a page's levels; a change can't name others. */
export const knownLevelsOf = async (db: Db, pageId: string): Promise<ReadonlySet<string>> =>
  new Set((await listLevels(db, pageId)).map(({ id }) => id))

/** Inserts levels that are new in a draft. */
export const insertNewLevels = async (tx: Tx, pageId: string, levels: readonly PageLevel[]): Promise<void> => {
  if (levels.length === 0) return
  await tx
    .insertInto('hosted_pages.level')
    .values(levels.map(({ id }) => ({ id, page_id: pageId })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Makes the published levels those of the campaign. A removed level is deleted; its claims are kept. */
export async function publishLevels(
  tx: Tx,
  input: { readonly pageId: string; readonly campaignId: bigint; readonly content: PageContent },
): Promise<void> {
  const known = new Map((await listLevels(tx, input.pageId)).map(({ id, levelId }) => [id, levelId]))
  const publishedIds: bigint[] = []
  for (const [place, level] of input.content.givingLevels.entries()) {
    const columns = {
      amount: BigInt(level.amount),
      title: level.title,
      description: level.description,
      frequency: frequencyCodes[level.frequency],
      claim_limit: 0,
    }
    const levelId = known.get(level.id)
    // A deleted level that an earlier version restored gets a new row.
    const isChanged = levelId != null && (await changeLevel(tx, { campaignId: input.campaignId, levelId }, columns))
    const id =
      levelId != null && isChanged
        ? levelId
        : await addLevel(tx, { campaign_id: input.campaignId, position: place + 1, ...columns })
    if (id !== levelId)
      await tx.updateTable('hosted_pages.level').set({ level_id: id }).where('id', '=', level.id).execute()
    publishedIds.push(id)
  }
  for (const levelId of known.values())
    if (levelId !== null && !publishedIds.includes(levelId))
      await removeLevel(tx, { campaignId: input.campaignId, levelId })
  if (publishedIds.length > 0) await orderLevels(tx, input.campaignId, publishedIds)
}

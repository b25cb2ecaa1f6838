import type { RenderContext } from '#server/pages/render-context.ts'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { isProblem } from '#shared/problem.ts'

/** Returns the fundraiser's Qurbani item with the given id; undefined if it has none. */
export async function findQurbaniOffer(
  { api }: Pick<RenderContext, 'api'>,
  ids: { readonly levelId: string | null | undefined; readonly slug: string },
): Promise<OutputOf<ProductContract, 'GET /v4/qurbani/items/:itemId'> | undefined> {
  if (!ids.levelId || !/^\d{1,18}$/.test(ids.levelId)) return undefined
  try {
    const offer = await api('GET /v4/qurbani/items/:itemId', { itemId: ids.levelId })
    return offer.campaign === ids.slug ? offer : undefined
  } catch (error) {
    if (isProblem(error)) return undefined
    throw error
  }
}

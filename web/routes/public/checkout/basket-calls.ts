import type { RenderContext } from '#server/pages/render-context.ts'
import { Problem } from '#shared/problem.ts'
import type { editOf } from '#web/features/money/baskets/state/basket-saving.ts'
import type { Basket, NewItem } from '#web/features/money/baskets/basket-client.ts'

type Line = { readonly basketItemId: string; readonly version: number | undefined }

/** Removes a line of a guest's or an account's basket. */
export const removeLine = ({ api }: RenderContext, { id: basketId, userId }: Basket, line: Line) =>
  userId
    ? api('DELETE /v4/checkout/:userId/baskets/:basketId/items/:basketItemId', { ...line, basketId, userId })
    : api('DELETE /v4/checkout/guest/baskets/:basketId/items/:basketItemId', { ...line, basketId })

/** Updates a line. */
export const changeLine = (
  { api }: RenderContext,
  { id: basketId, userId }: Basket,
  line: Line & { readonly item: NewItem },
) =>
  userId
    ? api('PATCH /v4/checkout/:userId/baskets/:basketId/items/:basketItemId', { ...line, basketId, userId })
    : api('PATCH /v4/checkout/guest/baskets/:basketId/items/:basketItemId', { ...line, basketId })

/** Updates the basket's own fields. */
export const changeBasket = (
  { api }: RenderContext,
  { id: basketId, userId }: Basket,
  edit: NonNullable<ReturnType<typeof editOf>> & Pick<Line, 'version'>,
) =>
  userId
    ? api('PATCH /v4/checkout/:userId/baskets/:basketId', { ...edit, basketId, userId })
    : api('PATCH /v4/checkout/guest/baskets/:basketId', { ...edit, basketId })

/** Restores a removed line from the data in the form, once per line; it is validated like a new one. */
export async function addBack(
  { api }: RenderContext,
  basket: Basket,
  kept: string,
  removed: string | undefined,
): Promise<void> {
  const item = itemIn(kept)
  await (basket.userId
    ? api(
        'POST /v4/checkout/:userId/baskets/:basketId/items',
        { userId: basket.userId, basketId: basket.id, item },
        removed,
      )
    : api('POST /v4/checkout/guest/baskets/:basketId/items', { basketId: basket.id, item }, removed))
}

function itemIn(kept: string): NewItem {
  try {
    return (JSON.parse(kept) ?? {}) as NewItem
  } catch {
    throw new Problem('validation', 'invalid-input')
  }
}

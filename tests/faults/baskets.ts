import { setTimeout as sleep } from 'node:timers/promises'
import { openCampaign } from './donations.ts'
import { type StoredResponse, freshKey, type Installation } from './installation.ts'

export type Basket = {
  readonly id: string
  readonly token: string
  readonly quoteHash: string
  readonly lines: readonly string[]
}

type View = { id: string; token: string; status: string; items: { id: string }[]; quote: { quoteHash: string } | null }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const viewOf = ({ status, body }: StoredResponse): View => {
  if (status !== 200) throw new Error(`a basket was answered with ${status} ${JSON.stringify(body)}`)
  return body as unknown as View
}

/** Creates a guest basket with these donations in dollars; the default is two of 20.00. */
export async function fillBasket(installation: Installation, items?: readonly object[]): Promise<Basket> {
  const { id: projectId, currency } = await openCampaign(installation)
  const donation = { projectId, amount: 2000, currency }
  let view = viewOf(await installation.post('/v4/checkout/guest/baskets', { currency }))
  const { id, token } = view
  for (const item of items ?? [donation, { ...donation, amount: 1500 }])
    view = viewOf(await installation.post(`/v4/checkout/guest/baskets/${id}/items`, { item }, bearer(token)))
  return { id, token, quoteHash: view.quote!.quoteHash, lines: view.items.map((line) => line.id) }
}

export async function changeLine(
  installation: Installation,
  { id, token, lines }: Basket,
  amount: number,
): Promise<void> {
  const { id: projectId, currency } = await openCampaign(installation)
  viewOf(
    await installation.patch(
      `/v4/checkout/guest/baskets/${id}/items/${lines[0]}`,
      { item: { projectId, amount, currency } },
      bearer(token),
    ),
  )
}

export type BasketRequest = {
  readonly key?: string
  readonly card?: string
  readonly fault?: string
  readonly quoteHash?: string
}

export const payBasket = (
  installation: Installation,
  { id, token }: Basket,
  { key = freshKey(), card = 'pm_card_visa', fault, quoteHash }: BasketRequest = {},
): Promise<StoredResponse> =>
  installation.post(
    `/v4/checkout/guest/baskets/${id}/checkout`,
    {
      tokens: [{ type: 'card', token: card }],
      guest: { email: `basket-${id}@example.org`, name: 'Fault Finder' },
      ...(quoteHash ? { quoteHash } : {}),
      ...(fault ? { providerSpecific: { sandbox_fault: fault } } : {}),
    },
    { 'idempotency-key': key, ...bearer(token) },
  )

/** Repeats the same request, like the donor's browser after an error, until it gets a final response. */
export async function payUntilAnswered(
  installation: Installation,
  basket: Basket,
  request: BasketRequest & { readonly key: string },
  withinMs = 40_000,
): Promise<StoredResponse> {
  const end = performance.now() + withinMs
  for (;;) {
    try {
      const answered = await payBasket(installation, basket, request)
      if (answered.status === 200 || answered.status === 402 || codeOf(answered) === 'basket-checked-out')
        return answered
      if (answered.status === 202 || answered.status === 409) await installation.hurry()
    } catch {
      // A broken connection is what this tests.
    }
    if (performance.now() > end) throw new Error(`basket ${basket.id} was not answered within ${withinMs} ms`)
    await sleep(200)
  }
}

export const codeOf = ({ body }: StoredResponse): string | undefined => (body as { code?: string }).code

import { isUuid } from '#shared/ids.ts'
import { money, type Currency } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/identity/index.ts'
import { checkTip } from '#modules/giving/rules/donation.ts'
import type { BasketEdit, BasketView } from './contract.ts'
import { isTheirs, notFound, refuseCurrency, type Which } from './open-basket.ts'
import { type Basket, lockBasket, saveBasket } from './queries.ts'
import { statusAt } from './rules/status.ts'
import { type BasketPorts, viewOf } from './view.ts'

type Edit = Which & { readonly version?: number | undefined }

/**
 * One change of a basket under its lock. A change based on another version is refused with the basket as it stands (decisions.md 45), and so
 * is any change of a basket that is no longer being filled.
 */
export async function changeBasket(
  ports: BasketPorts,
  viewer: Viewer,
  of: Edit,
  change: (basket: Basket) => Basket,
  { from = ['active'] }: { readonly from?: readonly string[] } = {},
): Promise<BasketView> {
  const done = await ports.write(async (tx) => {
    const basket = await locked(tx, viewer, of)
    if (!from.includes(statusAt(basket, ports.clock()))) return { basket, refusal: 'basket-not-active' }
    if (of.version !== undefined && of.version !== basket.version) return { basket, refusal: 'basket-changed' }
    const next = { ...change(basket), version: basket.version + 1, changedAt: ports.clock() }
    await saveBasket(tx, next)
    return { basket: next, refusal: undefined }
  })
  const view = await viewOf(ports, done.basket)
  if (done.refusal) throw new Problem('conflict', done.refusal, { more: { basket: view } })
  return view
}

async function locked(tx: Tx, viewer: Viewer, of: Which): Promise<Basket> {
  const basket = isUuid(of.basketId) ? await lockBasket(tx, of.basketId) : undefined
  if (!basket || !isTheirs(basket, viewer, of)) throw notFound()
  return basket
}

/** S2 §3 "Basket edit payload": what is left out stays. */
export async function editBasket(ports: BasketPorts, viewer: Viewer, of: Which & BasketEdit): Promise<BasketView> {
  if (of.currency !== undefined) refuseCurrency(of.currency)
  return changeBasket(ports, viewer, of, (basket) => ({
    ...withTip(basket, of.tipAmount, of.currency),
    ...(of.anonymous ? { isAnonymous: of.anonymous.enabled, displayName: of.anonymous.name, displayPlace: of.anonymous.location } : {}),
    ...(of.paymentMethodId !== undefined ? { paymentMethodId: of.paymentMethodId } : {}),
    ...(of.newsletter !== undefined ? { newsletter: of.newsletter } : {}),
  }))
}

/** A tip is of one currency: in another one it begins anew, because nothing is converted silently. */
export function withTip(basket: Basket, tip: number | undefined, currency: string | undefined, field = 'tipAmount'): Basket {
  const next = currency ?? basket.currency
  const amount = tip !== undefined ? BigInt(tip) : next === basket.currency ? basket.tip : 0n
  const fault: Fault | undefined = checkTip(money(amount, next as Currency), true)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { [field]: fault } })
  return { ...basket, currency: next, tip: amount }
}

/** Left, or taken up again; nothing else is a donor's to say (decisions.md, Flows). */
export async function setStatus(ports: BasketPorts, viewer: Viewer, of: Edit & { status: 'active' | 'abandoned' }): Promise<BasketView> {
  try {
    return await changeBasket(ports, viewer, of, (basket) => ({ ...basket, status: of.status }), { from: ['active', 'abandoned'] })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Problem('conflict', 'basket-active-exists')
    throw error
  }
}

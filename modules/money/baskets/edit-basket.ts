import { money, type Currency } from '#shared/money.ts'
import { type Fault, isProblem, Problem } from '#shared/problem.ts'
import { chargeableCard } from '#modules/money/cards/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { checkTip } from '#modules/money/giving/rules/donation.ts'
import { donorFields } from '#modules/money/giving/rules/donor-fields.ts'
import { checkFreeText, checkName } from '#modules/money/giving/rules/free-text.ts'
import type { BasketEdit, BasketView } from './contract-basket.ts'
import { findOwnBasket, type BasketKey } from './open-basket.ts'
import { isRepeatedRequest } from './request-key.ts'
import { findLiveIntent } from '#modules/money/payments/index.ts'
import { basketReferenceOf, withoutPaid } from './close-rounds.ts'
import { type Basket, lockBasket, type RequestKey, saveBasket } from './basket-queries.ts'
import { replaceBasket } from './basket-batches.ts'
import { statusAt } from './rules/status.ts'
import { type BasketPorts, basketViewOf } from './view.ts'

/** More concurrent changes of one basket than any donor makes. */
const maxTries = 50

type Edit = BasketKey & { readonly version?: number | undefined }

/**
 * Changes a basket. A change without a version is applied again to the result of a concurrent one; a change of an
 * outdated version is refused with the current basket (baskets-3), and so is any change of a basket that isn't
 * active. `read` is the basket if the caller has just read it. A repeated `requestKey` changes nothing. During a
 * payment only changes that keep its lines (`keepsLines`) are permitted, because the priced lines are the paid ones.
 */
export async function changeBasket(
  ports: BasketPorts,
  viewer: Viewer,
  edit: Edit,
  change: (basket: Basket) => Basket,
  { from = ['active'], read, requestKey, keepsLines = false }: ChangeOptions = {},
): Promise<Basket> {
  for (let tries = 0; tries < maxTries; tries++) {
    const basket = tries === 0 && read ? read : await findOwnBasket(ports, viewer, edit, requestKey)
    if (isRepeatedRequest(basket, requestKey)) return basket
    const now = ports.clock()
    const refused = async (code: string) =>
      new Problem('conflict', code, { more: { basket: await basketViewOf(ports, basket) } })
    if (!from.includes(statusAt(basket, now))) throw await refused('basket-not-active')
    if (edit.version !== undefined && edit.version !== basket.version) throw await refused('basket-changed')
    const next = { ...change(basket), version: basket.version + 1, changedAt: now }
    const written = keepsLines ? await replaceBasket(ports, next) : await replaceUnpaid(ports, next)
    if (written === true) return next
    if (written === 'being-paid') throw await refused('basket-being-paid')
    if (written === 'paid') await withoutPaid(ports, basket)
  }
  throw new Problem('conflict', 'basket-changed', {
    more: { basket: await basketViewOf(ports, await findOwnBasket(ports, viewer, edit)) },
  })
}

/**
 * Writes the next version of a basket, unless a payment of its round is in progress or has succeeded. Both this and
 * the claim of a payment lock the basket, so the later one sees the result of the first.
 */
const replaceUnpaid = (ports: BasketPorts, next: Basket): Promise<boolean | 'being-paid' | 'paid'> =>
  ports.write(async (tx) => {
    const basket = await lockBasket(tx, next.id)
    if (basket?.version !== next.version - 1) return false
    const live = await findLiveIntent(tx, basketReferenceOf(basket))
    if (live?.state === 'PROCESSING' || live?.state === 'REQUIRES_ACTION') return 'being-paid'
    if (live?.state === 'SUCCEEDED') return 'paid'
    await saveBasket(tx, next)
    return true
  })

type ChangeOptions = {
  readonly from?: readonly string[]
  readonly read?: Basket
  readonly requestKey?: RequestKey | undefined
  readonly keepsLines?: boolean
}

/** Edits a basket by the basket edit payload of S2 §3; absent fields don't change. */
export async function editBasket(
  ports: BasketPorts,
  viewer: Viewer,
  basketEdit: BasketKey & BasketEdit,
): Promise<BasketView> {
  if (basketEdit.anonymous) assertPublicNames(basketEdit.anonymous)
  if (basketEdit.paymentMethodId != null) await assertUsableCard(ports, viewer, basketEdit.paymentMethodId)
  const edited = await changeBasket(ports, viewer, basketEdit, (basket) => ({
    ...withTip(basket, basketEdit.tipAmount, basketEdit.currency),
    ...(basketEdit.currency !== undefined ? { isCurrencyChosen: true } : {}),
    ...(basketEdit.anonymous
      ? {
          isAnonymous: basketEdit.anonymous.enabled,
          displayName: basketEdit.anonymous.name,
          displayPlace: basketEdit.anonymous.location,
        }
      : {}),
    ...(basketEdit.paymentMethodId !== undefined ? { paymentMethodId: basketEdit.paymentMethodId } : {}),
    ...(basketEdit.newsletter !== undefined ? { newsletter: basketEdit.newsletter } : {}),
  }))
  return basketViewOf(ports, edited)
}

/** Refuses a card that isn't a saved, usable card of the account; guests have none. */
async function assertUsableCard(ports: BasketPorts, viewer: Viewer, cardId: string): Promise<void> {
  try {
    await chargeableCard(ports, { accountId: viewer.kind === 'account' ? viewer.accountId : null }, cardId)
  } catch (error) {
    if (!isProblem(error)) throw error
    throw new Problem('validation', 'invalid-input', { fields: { paymentMethodId: error.fields.cardID! } })
  }
}

/** Checks the public name and place by the rules of a single donation. */
function assertPublicNames({ name, location }: NonNullable<BasketEdit['anonymous']>): void {
  const found = {
    'anonymous.name': checkName(name, donorFields.customName.max),
    'anonymous.location': checkFreeText(location, donorFields.location.max),
  }
  const fields = Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, Fault] => entry[1] !== undefined),
  )
  if (Object.keys(fields).length > 0) throw new Problem('validation', 'invalid-input', { fields })
}

/**
 * Returns the basket with a new tip or currency. A tip is reset when the currency changes, because nothing is
 * converted silently.
 */
export function withTip(
  basket: Basket,
  tip: number | undefined,
  currency: Currency | undefined,
  field = 'tipAmount',
): Basket {
  const next = currency ?? basket.currency
  const currentTip = next === basket.currency ? basket.tip : 0n
  const amount = tip !== undefined ? BigInt(tip) : currentTip
  const fault: Fault | undefined = checkTip(money(amount, next), true)
  if (fault) throw new Problem('validation', 'invalid-input', { fields: { [field]: fault } })
  return { ...basket, currency: next, tip: amount }
}

/** Abandons or reactivates a basket; other statuses can't be set (baskets-1). */
export async function setStatus(
  ports: BasketPorts,
  viewer: Viewer,
  edit: Edit & { status: 'active' | 'abandoned' },
): Promise<BasketView> {
  try {
    return await basketViewOf(
      ports,
      await changeBasket(ports, viewer, edit, (basket) => ({ ...basket, status: edit.status }), {
        from: ['active', 'abandoned'],
        keepsLines: true,
      }),
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new Problem('conflict', 'basket-active-exists')
    throw error
  }
}

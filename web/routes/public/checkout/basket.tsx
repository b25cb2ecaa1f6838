import '#web/features/money/giving/styles/checkout.css'
import '#web/features/money/giving/styles/fold.css'
import '#web/features/platform/addresses/address.css'
import '#web/features/money/cards/saved-card.css'
import '#web/features/money/baskets/basket.css'
import '#web/features/money/baskets/line/basket-line.css'
import '#web/features/money/baskets/price/basket-split.css'
import { lazy, Suspense } from 'react'
import { data, redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { mandateText } from '#modules/money/cards/rules/mandate.ts'
import { type AddressData, addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import type { LoadedBasket } from '#web/features/money/baskets/use-basket-checkout.ts'
import { BasketPage } from '#web/features/money/baskets/basket-page.tsx'
import { itemOf } from '#web/features/money/baskets/line/basket-line.ts'
import { initialState } from '#web/features/money/baskets/state/basket-reducer.ts'
import { currencyOf, basketLinesOf, type BasketState } from '#web/features/money/baskets/state/basket-state.ts'
import { editOf } from '#web/features/money/baskets/state/basket-saving.ts'
import {
  changeFromPost,
  fractionErrorsOfBasket,
  type PostedBasket,
  preferencesFromPost,
} from '#web/features/money/baskets/posted-basket.ts'
import { errorsOf, isBeingPaid } from '#web/features/money/baskets/use-basket.ts'
import type { ReturnedPayment } from '#web/features/money/giving/returned-donation.tsx'
import { useGivenBefore } from '#web/features/money/giving/returning/history-mark.ts'
import { useHasPendingPayment } from '#web/features/money/giving/use-pending-payment.ts'
import { loadReturnedDonation } from '#web/lib/returned-donation.ts'
import { loginUrlFor } from '#web/lib/login-urls.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { loadSavedCards } from '#web/lib/saved-cards.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/basket'
import { addBack, changeBasket, changeLine, removeLine } from './basket-calls.ts'
import { campaignsOf } from './basket-campaigns.ts'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'money/basket-page',
  'money/giving',
  'platform/addresses',
  'money/cards',
  'platform/faults',
]

/** Lazy, because it is needed only if the bank redirects to a browser without the payment's state. */
const ReturnedDonation = lazy(() =>
  import('#web/features/money/giving/returned-donation.tsx').then((module) => ({
    default: module.ReturnedDonation,
  })),
)

/** Lazy, because it is needed only after Back from the thank-you page. */
const GivenBefore = lazy(() =>
  import('../../../features/money/giving/returning/given-before.tsx').then((module) => ({
    default: module.GivenBefore,
  })),
)

type Loaded = {
  readonly loaded: LoadedBasket | null
  readonly isBroken: boolean
  readonly payments: RenderContext['payments']
  readonly isSaved: boolean
  readonly returned: ReturnedPayment | null
}

/** Loads the basket of the cookie or the account; without one, the page explains how to start. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const frame = context.get(renderContext)
  const { payments, logError } = frame
  const url = new URL(request.url)
  const isSaved = url.searchParams.get('done') === 'saved'
  const returned = await loadReturnedDonation(frame, url, null)
  try {
    return { loaded: await loadedOf(frame), isBroken: false, payments, isSaved, returned }
  } catch (error) {
    if (!isProblem(error)) logError(error, 'a basket could not be loaded')
    return { loaded: null, isBroken: !isProblem(error) || error.status !== 404, payments, isSaved, returned }
  }
}

async function loadedOf(frame: RenderContext): Promise<LoadedBasket | null> {
  const { api, basket: filling, country, zakatVariant, zakatFees, tipPolicy, viewer, locale, currency } = frame
  if (!filling) return null
  const basket = await (filling.userId
    ? api('GET /v4/checkout/:userId/baskets/:basketId', { userId: filling.userId, basketId: filling.id })
    : api('GET /v4/checkout/guest/baskets/:basketId', { basketId: filling.id }))
  const [campaigns, cards, values, donor] = await Promise.all([
    campaignsOf(frame, basket),
    loadSavedCards(frame),
    viewer.isSignedIn ? api('GET /api/user/properties', {}) : undefined,
    filling.userId
      ? { email: '', name: '' }
      : api('GET /v4/checkout/guest/baskets/:basketId/donor', { basketId: filling.id }),
  ])
  const asksAddress = Object.values(campaigns).some(
    ({ giftAid, taxReceiptCountries }) => giftAid || taxReceiptCountries.length > 0,
  )
  return {
    basket,
    basketData: { campaigns, zakatVariant, zakatFees, country },
    currencies: currency ? [currency] : [],
    tipPolicy,
    shouldRemember: { anonymous: values?.giveAnonymously === undefined, newsletter: values?.newsletter === undefined },
    cards,
    mandate: viewer.isSignedIn ? mandateText(locale) : '',
    addressData: asksAddress
      ? await addressData(frame)
      : { countries: '', states: { US: '', CA: '' }, reach: 'city', regions: [] },
    loginUrl: loginUrlFor('/v4/basket'),
    donor,
  }
}

async function addressData({ api, locale }: RenderContext): Promise<AddressData> {
  const [permitted, { reach }] = await Promise.all([
    api('GET /api/projectapi/permittedCountryCodes', {}),
    api('GET /v4/places', {}),
  ])
  return addressDataIn(locale, permitted, reach)
}

/**
 * Handles every change without JavaScript: edit, remove or restore a line, or change the basket's own fields. No money
 * moves here.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const frame = context.get(renderContext)
  const form = await postedForm(request)
  const payIn = postedText(form, 'payIn', 3)
  if (payIn) form.set('currency', payIn)
  const intent = payIn ? 'preferences' : postedText(form, 'intent', 20)
  const loaded = await loadedOf(frame).catch((error: unknown) => {
    if (isProblem(error)) return null
    throw error
  })
  if (!loaded) throw redirect('/v4/basket', 303)
  const { basket, basketData } = loaded
  const state = initialState(basket, basketData, { policy: loaded.tipPolicy })
  const version = Number(postedText(form, 'version', 12)) || undefined
  const lineId = postedText(form, 'line', 64)
  const line = basketLinesOf(state).find(({ id }) => id === lineId)
  const change = line && changeFromPost(form, line, basketData)
  const typed = typedState(state, form, intent === 'line' && line && change ? { [line.id]: change } : undefined)
  const formResult = (over: Partial<PostedBasket>, status: number) =>
    data<PostedBasket>({ ...postedWithout(form), ...over }, { status })
  // Another tab removed the line, so this change is neither saved nor a removal.
  if (lineId !== '' && !line)
    return formResult({ state: { changes: {}, preferences: {}, errors: {}, isChangedElsewhere: true } }, 409)
  const fractions = ['line', 'preferences', 'pay'].includes(intent)
    ? frame.sentencesOf(fractionErrorsOfBasket(typed))
    : {}
  if (Object.keys(fractions).length > 0) {
    const { changes, preferences, tip } = typed
    return formResult({ state: { changes, preferences, tip, errors: fractions, isChangedElsewhere: false } }, 400)
  }
  try {
    if (intent === 'remove' && line) {
      await removeLine(frame, basket, { basketItemId: line.id, version })
      return formResult({ removed: removedOf(line) }, 200)
    }
    if (intent === 'undo')
      await addBack(frame, basket, postedText(form, 'item', 8000), postedText(form, 'removed', 64) || undefined)
    if (intent === 'line' && line && change)
      await changeLine(frame, basket, { basketItemId: line.id, version, item: itemOf({ ...line, ...change }) })
    const edit = intent === 'preferences' || intent === 'pay' ? editOf(typed, basketData) : undefined
    if (edit) await changeBasket(frame, basket, { ...edit, version })
    // Paying requires JavaScript for the provider's card fields: the page says so and keeps the rest.
    if (intent === 'pay') return formResult({ isSaved: true }, 200)
  } catch (error) {
    const refusal = frame.refusalOf(error)
    return formResult({ state: stateOfRefusal(refusal, intent, lineId, typed) }, refusal.status)
  }
  return redirect('/v4/basket?done=saved', 303)
}

/** Returns the contact fields of a form, without changes. */
const postedWithout = (form: FormData): PostedBasket => ({
  state: { changes: {}, preferences: {}, errors: {}, isChangedElsewhere: false },
  email: postedText(form, 'email', 254),
  name: postedText(form, 'name', 120),
  isSaved: false,
  removed: null,
})

/** Returns the data to restore a removed line. */
const removedOf = (line: ReturnType<typeof basketLinesOf>[number]): PostedBasket['removed'] => ({
  id: line.id,
  item: line.hasEncryptedFields ? null : itemOf(line),
  name: line.campaign?.name ?? '',
  slug: line.campaign?.slug ?? '',
})

/** Returns the state as the form has it: one changed line, or the basket's own fields. */
const typedState = (state: BasketState, form: FormData, changes: BasketState['changes'] | undefined): BasketState =>
  changes ? { ...state, changes } : { ...state, ...preferencesFromPost(form, state.tip, currencyOf(state)) }

/** Returns the state with the errors next to their fields. Keeps what was typed, unless the basket is being paid. */
function stateOfRefusal(
  refusal: ReturnType<RenderContext['refusalOf']>,
  intent: string,
  lineId: string,
  typed: BasketState,
): PostedBasket['state'] {
  const isChangedElsewhere = refusal.code === 'basket-changed'
  const part = isBeingPaid(refusal) ? undefined : intent
  return {
    changes: part === 'line' ? typed.changes : {},
    preferences: part === 'preferences' ? typed.preferences : {},
    errors: isChangedElsewhere ? {} : errorsOf({ ...refusal, isRetryable: false }, part === 'line' ? lineId : ''),
    isChangedElsewhere,
  }
}

export default function BasketRoute({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { loaded, isBroken, payments, isSaved, returned } = loaderData
  const hasPendingPayment = useHasPendingPayment('basket')
  const [given, clearGiven] = useGivenBefore()
  if (given !== undefined && !hasPendingPayment)
    return (
      <Suspense fallback={null}>
        <GivenBefore intentId={given} thanksUrl="/v4/basket/thankyou" onAgain={clearGiven} />
      </Suspense>
    )
  const empty: PostedBasket = {
    state: { changes: {}, preferences: {}, errors: {}, isChangedElsewhere: false },
    email: '',
    name: '',
    isSaved,
    removed: null,
  }
  if (returned && !hasPendingPayment)
    return (
      <Suspense fallback={null}>
        <ReturnedDonation returned={returned} title={t('basket-page.title')} again="/v4/basket" />
      </Suspense>
    )
  return (
    <div className="page">
      <meta name="robots" content="noindex" />
      <h1 className="basket-head">{t('basket-page.title')}</h1>
      <BasketPage
        loaded={loaded}
        isBroken={isBroken}
        payments={payments}
        posted={actionData ?? (isSaved ? empty : undefined)}
      />
    </div>
  )
}

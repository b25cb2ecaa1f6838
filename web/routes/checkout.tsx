import '../styles/giving.css'
import '../styles/addresses.css'
import '../styles/cards.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { type Currency, isCurrency } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { defaultAmount } from '#modules/giving/rules/amounts.ts'
import { mandateText } from '#modules/cards/rules/mandate.ts'
import { zakatPreselected, mayHaveTaxReceipt } from '#modules/giving/rules/eligibility.ts'
import { parseCheckoutQuery } from '#modules/giving/rules/query-parameters.ts'
import { type AddressFacts, addressFactsIn } from '../features/addresses/address-facts.ts'
import type { SavedCard } from '../features/cards/card-words.ts'
import { type Checkout, CheckoutForm } from '../features/giving/checkout-form.tsx'
import { checkForm, type CheckoutFacts, type Form, wholeOf } from '../features/giving/checkout-state.ts'
import { formOfPost } from '../features/giving/posted-form.ts'
import { useText } from '../lib/text.tsx'
import type { Route } from './+types/checkout'

type Loaded = Omit<Checkout, 'posted' | 'facts' | 'initial'> & { readonly facts: CheckoutFacts; readonly initial: Form; readonly isOpen: boolean }

/** S1 §8: details that cannot be had are logged, and the donor is sent to what can be. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const { api, country, zakatVariant, tipPolicy: policy, viewer, payments, origin, locale, logError } = context.get(renderContext)
  const url = new URL(request.url)
  let campaign
  try {
    campaign = await api('GET /v4/campaigns/by-slug/:slug', { slug: params.slug })
  } catch (error) {
    if (!isProblem(error)) logError(error, 'the details of a donation could not be loaded')
    else logError({ slug: params.slug, code: error.code }, 'the details of a donation could not be loaded')
    throw redirect('/v4/discover')
  }
  if (!isCurrency(campaign.currency)) throw redirect('/v4/discover')
  const currency: Currency = campaign.currency
  const query = parseCheckoutQuery(url.searchParams, origin)
  const levelId = url.searchParams.get('level') ?? ''
  const facts: CheckoutFacts = {
    campaignId: campaign.id,
    currency,
    minimumGift: campaign.minimumGift,
    zakatVerified: campaign.zakatVerified,
    giftAid: campaign.giftAid,
    taxReceiptCountries: campaign.taxReceiptCountries,
    tipsEnabled: campaign.tipsEnabled,
    country,
    zakatVariant,
    isSignedIn: viewer.isSignedIn,
    levels: campaign.levels,
  }
  /** A fundraiser that asks for no address sends none of it to the browser. */
  async function addressFacts(): Promise<AddressFacts> {
    const asks = facts.giftAid || facts.taxReceiptCountries.length > 0 || facts.levels.some((level) => level.requireShipping)
    if (!asks) return { countries: [], states: { US: [], CA: [] }, reach: 'city', regions: [] }
    const [permitted, { reach }] = await Promise.all([api('GET /api/projectapi/permittedCountryCodes', {}), api('GET /v4/places', {})])
    return addressFactsIn(locale, permitted, reach)
  }
  /** Without them the donor still gives, with a card they type. */
  async function savedCards(): Promise<readonly SavedCard[]> {
    if (!viewer.isSignedIn) return []
    try {
      return (await api('GET /v4/cards', {})).cards
    } catch (error) {
      logError(error, 'the saved cards could not be loaded')
      return []
    }
  }
  const [wishes, cards] = await Promise.all([viewer.isSignedIn ? api('GET /api/user/properties', {}) : undefined, savedCards()])
  const isZakat = campaign.zakatVerified && zakatPreselected(query.src)
  return {
    facts,
    isOpen: campaign.open,
    fixed: { amount: query.amount !== undefined || levelId !== '', tip: query.tip !== undefined },
    initial: {
      amount: query.amount?.split('.')[0] ?? wholeOf(defaultAmount(currency)),
      levelId: campaign.levels.some((level) => level.id === levelId && !level.soldOut) ? levelId : '',
      quantity: 1,
      tipChoice: query.tip !== undefined ? (query.tip === '0' ? '0' : 'other') : policy === 'preselected' ? '16' : policy === 'zero' ? '0' : '',
      tipTyped: query.tip?.split('.')[0] ?? '0',
      isZakat,
      maximizeZakat: false,
      giftAid: false,
      taxReceipt: mayHaveTaxReceipt(country, campaign),
      email: '',
      name: '',
      anonymous: wishes?.giveAnonymously ?? false,
      customName: '',
      location: '',
      taxAddress: country ? { country } : {},
      shippingAddress: {},
      note: '',
      levelEmail: viewer.email,
      emergencyName: '',
      emergencyPhone: '',
      medical: '',
      words: '',
      updates: wishes?.campaignUpdates ?? false,
      newsletter: wishes?.newsletter ?? false,
      shareAddress: false,
      cardId: cards.find(({ expiry }) => expiry !== 'expired')?.id ?? '',
      saveCard: false,
    },
    campaign: { slug: campaign.slug, title: campaign.title, language: campaign.language, organizationName: campaign.organization.name },
    payments,
    cards,
    mandate: viewer.isSignedIn ? mandateText(locale) : '',
    source: query.src ?? null,
    redirectPath: query.redirectPath ?? null,
    returnedIntentId: url.searchParams.get('gift'),
    loginUrl: `/login?redirectUrl=${encodeURIComponent(url.pathname + url.search)}`,
    addressFacts: await addressFacts(),
    isRecurringAsked: query.frequencyType === 'recurring',
  }
}

/** The form without scripts: the same rules say what is missing; everything typed comes back. No money moves here. */
export async function action(args: Route.ActionArgs) {
  const loaded = await loader(args)
  const form = formOfPost(await args.request.formData(), loaded.initial)
  const errors = args.context.get(renderContext).sentencesOf(checkForm(form, loaded.facts))
  return data({ form, errors, isComplete: Object.keys(errors).length === 0 }, { status: Object.keys(errors).length === 0 ? 200 : 400 })
}

export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { isOpen, ...checkout } = loaderData
  if (!isOpen)
    return (
      <div className="page empty">
        <title>{t('give.ended')}</title>
        <h1>{t('give.ended')}</h1>
        <p className="quiet">{t('give.ended-text')}</p>
        <p>
          <a className="button button-primary" href="/v4/discover">
            {t('give.see-others')}
          </a>
        </p>
      </div>
    )
  return (
    <div className="page">
      <title>{t('give.title', { campaign: checkout.campaign.title })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="checkout-head" dir="auto">
        {t('give.title', { campaign: `\u2068${checkout.campaign.title}\u2069` })}
      </h1>
      <CheckoutForm
        checkout={{
          ...checkout,
          initial: actionData?.form ?? checkout.initial,
          posted: actionData ? { errors: actionData.errors, isComplete: actionData.isComplete } : null,
        }}
      />
    </div>
  )
}
